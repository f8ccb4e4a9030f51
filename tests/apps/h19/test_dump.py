"""`h19 --dump` and `h19 --keys`, the emulator as a filter, compared with recordings of the H19's firmware."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from h89yahtzee.apps.h19.dump import RowError, dump, dump_lines, key_lines, timed_lines
from h89yahtzee.apps.h19_test.cases import suite_lines
from h89yahtzee.h19.configuration import USUAL_SWITCHES
from tests.apps.far_end import LIMIT
from tests.apps.games import ROOT
from tests.apps.h19_windows import H19
from tests.programs import run

DATA = ROOT / "tests" / "data"
STATE = ("cursor", "lines", "rows", "reply", "bells", "modes", "idle")

Row = dict[str, object]


def h19(given: bytes, *words: str) -> tuple[int, bytes, str]:
    """Run `h19` with `given` as standard input; return its exit status, standard output and standard error."""
    ended = run([*H19, *words], cwd=ROOT, input=given, capture_output=True, timeout=LIMIT, check=False)
    return ended.returncode, ended.stdout, ended.stderr.decode()


def answers(given: bytes, *words: str) -> list[Row]:
    status, output, errors = h19(given, *words)
    assert (status, errors) == (0, "")
    return [json.loads(line) for line in output.splitlines()]


def recorded(name: str) -> list[Row]:
    return [json.loads(line) for line in (DATA / name).read_text("ascii").splitlines()]


def as_lines(rows: list[Row]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def state(row: Row) -> Row:
    return {name: row[name] for name in STATE}


def test_every_recorded_screen() -> None:
    cases = recorded("h19_screen.jsonl")
    given = as_lines([{name: case[name] for name in ("sw402", "input")} for case in cases])
    dumped = answers(given, "--dump", "--jsonl")
    assert len(dumped) == len(cases) == 315
    wrong = [case["name"] for case, dump in zip(cases, dumped, strict=True) if dump != state(case)]
    assert wrong == []


def test_every_recorded_key() -> None:
    rows: list[Row] = [json.loads(line) for line in suite_lines("keys.jsonl")]
    given = as_lines([{name: row[name] for name in row if name not in ("sends", "local")} for row in rows])
    answered = answers(given, "--keys")
    assert len(answered) == len(rows) == 544
    assert [row for row, answer in zip(rows, answered, strict=True) if answer != row] == []


@pytest.mark.parametrize("name", ["heath/lf_bottom", "heath/unknown"])
def test_bytes_as_they_are(name: str) -> None:
    case = next(case for case in recorded("h19_screen.jsonl") if case["name"] == name)
    assert answers(bytes.fromhex(str(case["input"])), "--dump") == [state(case)]


def test_bytes_to_a_terminal_with_other_switches() -> None:
    case = next(case for case in recorded("h19_screen.jsonl") if case["sw402"] == 0x20)
    given = bytes.fromhex(str(case["input"]))
    assert answers(given, "--dump", "--switches", "S402=20") == [state(case)]
    assert answers(given, "--dump", "--ansi") == [state(case)]


def test_an_answer_to_each_line_and_none_to_none() -> None:
    assert answers(b"", "--dump", "--jsonl") == []
    assert answers(b"", "--keys") == []
    first, second = answers(b'{"input": "4142"}\n\n{"sw402": 0, "input": ""}', "--dump", "--jsonl")
    assert (first["rows"], second["rows"]) == ({"0": "4142"}, {})


def test_switches_are_those_of_the_options_where_a_case_has_none() -> None:
    first, second = answers(b'{"input": ""}\n{"sw402": 4, "input": ""}', "--dump", "--jsonl", "--ansi")
    first_modes, second_modes = first["modes"], second["modes"]
    assert isinstance(first_modes, dict)
    assert isinstance(second_modes, dict)
    assert (first_modes["ansi"], first_modes["wrap"]) == (1, 0)
    assert (second_modes["ansi"], second_modes["wrap"]) == (0, 1)


BAD_CASES = (
    *("{", "[]", "7", "null", '"1b45"', "{}", '{"sw402": 0}', '{"sw402": 0, "input": 7}'),
    *('{"sw402": 0, "input": "1g"}', '{"sw402": 0, "input": "1"}', '{"sw402": 256, "input": ""}'),
    *('{"sw402": -1, "input": ""}', '{"sw402": "0", "input": ""}', '{"sw402": 0.5, "input": ""}'),
    *('{"sw402": null, "input": ""}', '{"sw402": true, "input": ""}', "[" * 100_000),
)
BAD_KEYS = (
    *("not JSON", "[]", "{}", '{"mode": "heath"}', '{"mode": "vt100", "key": "f1"}'),
    *('{"mode": "heath", "key": "F99"}', '{"mode": ["heath"], "key": "f1"}', '{"mode": "heath", "key": []}'),
    '{"mode": "heath", "keypad": "upside down", "key": "KP0"}',
    '{"mode": "heath", "keypad": [], "key": "KP0"}',
    '{"mode": "heath", "key": "f1", "shift": "no"}',
    "[" * 100_000,
)


def refusal(rows: Iterator[str]) -> str:
    """Return the error message for the second row; the first row must be accepted."""
    next(rows)
    with pytest.raises(RowError) as refused:
        next(rows)
    return str(refused.value)


@pytest.mark.parametrize(
    ("cells", "transmit"),
    [(b"\x1bp\x1bFa\x1bq\x1bGb", b"\x1b#"), (b"\x1b<\x1b[7m\x1b[10ma\x1b[0m\x1b[11mb", b"\x1b[p")],
    ids=["heath", "ansi"],
)
def test_no_answer_is_lost_of_many_pages_whose_cells_all_change_modes(cells: bytes, transmit: bytes) -> None:
    page = b"\r\n".join([40 * cells] * 24)
    once, often = (dump(page + times * transmit, 0, USUAL_SWITCHES)["reply"] for times in (1, 24))
    assert isinstance(once, str)
    assert len(once) > 2 * 9000
    assert often == 24 * once


def test_a_bad_row_is_told_by_its_line() -> None:
    for row in BAD_CASES:
        told = refusal(dump_lines(['{"sw402": 0, "input": "41"}', row], 0, 0x8C))
        assert told.startswith("line 2: expected "), row[:80]
        assert "\n" not in told, row[:80]
    for row in BAD_KEYS:
        told = refusal(key_lines(['{"mode": "heath", "key": "f1"}', row]))
        assert told.startswith("line 2: expected "), row[:80]
        assert "\n" not in told, row[:80]


@pytest.mark.parametrize("row", [b"\xff\xfe", b"[" * 100_000], ids=["no text", "too deep"])
def test_a_bad_case_ends_the_program(row: bytes) -> None:
    status, output, errors = h19(b'{"sw402": 0, "input": "41"}\n' + row + b"\n", "--dump", "--jsonl")
    assert (status, errors.count("\n")) == (1, 1), errors
    assert errors.startswith("h19: ")
    assert "Traceback" not in errors
    assert [json.loads(line)["rows"] for line in output.splitlines()] in ([], [{"0": "41"}])


def test_a_bad_key_ends_the_program() -> None:
    status, _, errors = h19(b'{"mode": "heath", "key": "f1"}\n{}\n', "--keys")
    assert (status, errors.count("\n")) == (1, 1), errors
    assert errors.startswith("h19: line 2: expected ")


CASE: Row = {"data": "41", "baud": 9600, "obeys_xoff": True, "slack": 1, "keys": [[5, "k"]], "seconds": 1}


def test_a_session_in_real_time_is_answered_with_its_own_members_and_what_came_of_it() -> None:
    """In the recorded sessions an otherwise idle H19 has sent a key's byte 2.3 to 2.7 ms after the key press."""
    [answer] = answers(as_lines([CASE]), "--dump", "--jsonl", "--real-time")
    assert answer.items() >= CASE.items()
    assert answer["sent"] == [[pytest.approx(7.5, abs=0.2), ord("k")]]
    assert isinstance(answer["rows"], list)
    assert (answer["unsent"], answer["lost"], answer["fifo_peak"], answer["cursor"]) == (0, 0, 1, [0, 1])
    assert answer["rows"][0] == "41" + "20" * 79


@pytest.mark.parametrize(
    "wrong",
    [{"baud": 9601}, {"baud": True}, {"slack": -1}, {"seconds": "1"}, {"keys": [[5]]}, {"keys": [[5, "ab"]]},
     {"data": "4"}, {"data": 4}, {"obeys_xoff": 1}, {"keys": 5}, {"seconds": 1e9}],
)  # fmt: skip
def test_a_session_that_is_none_is_told_by_its_line(wrong: Row) -> None:
    with pytest.raises(RowError, match="line 1: expected"):
        list(timed_lines([json.dumps(CASE | wrong)]))
    missing = dict(CASE)
    del missing[next(iter(wrong))]
    with pytest.raises(RowError, match="line 1: expected"):
        list(timed_lines([json.dumps(missing)]))
