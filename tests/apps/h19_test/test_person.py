"""`h19-test` with a simulated person at the terminal, who presses the keys that light up and answers questions. The
codes of the keys are those recorded from the firmware.
"""

import io
import json
import math
from collections.abc import Callable

import pytest

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.h19_test.cases import suite_lines
from h89yahtzee.apps.h19_test.h19_test import test as program
from h89yahtzee.apps.h19_test.h19_test_options import parse_h19_test_options
from h89yahtzee.apps.h19_test.key_checks import KeyChecks, presses
from h89yahtzee.apps.h19_test.line import Line, Medium
from h89yahtzee.apps.h19_test.person import QUESTIONS, Person, check_by_eye
from h89yahtzee.apps.h19_test.report import Report, difference_lines, json_report, text_report
from h89yahtzee.apps.h19_test.screen_checks import Result
from h89yahtzee.apps.h19_test.terminal_under_test import Kind, TerminalUnderTest
from h89yahtzee.apps.progress import LineNowAndThen
from h89yahtzee.h19.configuration import TerminalModes
from h89yahtzee.h19.realtime import RealTimeTerminal
from h89yahtzee.h19.terminal import Machine, Terminal
from h89yahtzee.transport.transport import TransportClosed
from tests.apps.h19_test.simulated import SimulatedLine
from tests.naming import each

RECORDED = {
    (row["mode"], row["keypad"], row["key"].split("/")[0], row["shift"], row["ctrl"], row["insert"]): row["sends"]
    for row in map(json.loads, suite_lines("keys.jsonl"))
}
ON_THE_CAP = {"LINEFEED": "LINE FEED", "BACKSPACE": "BACK SPACE", "DEL": "DELETE"}
SHIFTED = dict(zip("1234567890-=`[\\;'{,./", '!@#$%^&*()_+~]|:"}<>?', strict=True))
"""The characters of keys pressed with SHIFT, from the picture of the keyboard in the manual."""


Row = tuple[str, str, str, int, int, int]


def recorded_row(name: str, modes: TerminalModes) -> Row:
    """Return the row of `RECORDED` for a key; `name` is the text on the key, perhaps after SHIFT or CTRL."""
    cap = name.removeprefix("SHIFT ").removeprefix("CTRL ")
    key = ON_THE_CAP.get(cap, cap.replace("keypad ENTER", "KP ENTER").replace("keypad ", "KP"))
    keypad = [state for state in ("alternate", "shifted") if getattr(modes, f"keypad_{state}")]
    mode = "ansi" if modes.ansi else "heath"
    held = (name.startswith("SHIFT "), name.startswith("CTRL "))
    return mode, "+".join(keypad) or "normal", key, *held, int(modes.insert)


def code_of(name: str, modes: TerminalModes) -> bytes:
    """Return the bytes that the firmware sends for a key; `name` is the key's text, perhaps after SHIFT or CTRL."""
    row = recorded_row(name, modes)
    if row in RECORDED:
        return bytes.fromhex(RECORDED[row])
    cap = "@" if row[2] == "`" and row[4] else row[2].replace("SPACE", " ")
    if row[4] and "@" <= cap <= "z":
        return bytes([ord(cap) & 0x1F])
    return (SHIFTED.get(cap, cap) if row[3] else cap.lower()).encode()


Typed = list[tuple[float, bytes]]
"""Each pair: the seconds after which bytes are typed, and the bytes."""
Typist = Callable[[str, TerminalModes], Typed]


class WithPerson(SimulatedLine):
    """A line to an H19 with a person: when a new text is on the screen, `typist` returns what the person types."""

    def __init__(self, typist: Typist, machine: Machine | None = None) -> None:
        super().__init__(machine or Terminal())
        self.typist = typist
        self.asked: list[str] = [""]
        self.typed: Typed = []

    def wait(self, seconds: float) -> None:
        later = [at for at, _ in self.typed if at > self.now]
        super().wait(min([seconds, *(at - self.now for at in later)]))
        text = self.shown()
        if text and text != self.asked[-1]:
            self.asked.append(text)
            self.typed = [(self.now + at, data) for at, data in self.typist(text, self.machine.modes)]

    def shown(self) -> str:
        """Return the text for the person: a row with a question or, if there is none, rows below the keyboard."""
        rows = [self.machine.row_bytes(row).translate(PLAIN).decode("ascii").rstrip() for row in range(25)]
        return next((row for row in rows if "(y/n)" in row), "\n".join(rows[14:16]).strip())

    def receive(self) -> bytes:
        due = b"".join(data for at, data in self.typed if at <= self.now)
        self.typed = [(at, data) for at, data in self.typed if at > self.now]
        return super().receive() + due

    def terminal(self) -> TerminalUnderTest:
        return TerminalUnderTest(Line(self, math.inf, self.clock, self.wait))


PLAIN = bytes(code & 0x7F if 0x20 <= code & 0x7F < 0x7F else 0x2E for code in range(256))


def perfect(text: str, modes: TerminalModes) -> Typed:
    """Return what a person types who does as asked, on a keyboard that repeats 40 times a second."""
    if text.startswith("hold A and REPEAT"):
        return [(0.5 + place / 40, b"a") for place in range(121)]
    return [(0.3, code_of(text.partition("\n")[0].partition(": press ")[2], modes))]


def with_fault(key: str, *codes: bytes) -> Typist:
    """Return a typist whose keyboard has a fault: at the first presses of `key` it sends `codes`, one at each
    press."""
    waiting = [*codes]

    def typist(text: str, modes: TerminalModes) -> Typed:
        is_it = text.partition("\n")[0].endswith(f": press {key}")
        return [(0.3, waiting.pop(0))] if is_it and waiting else perfect(text, modes)

    return typist


def keys_tested(typist: Typist, is_quick: bool = True, typed: Callable[[], str] = str) -> tuple[Report, WithPerson]:
    line = WithPerson(typist)
    terminal = line.terminal()
    report = Report("a line", kind=Kind.H19)
    person = Person(terminal, typed, lambda _: None)
    report.results += KeyChecks(terminal, person, report.notes).run(presses(is_quick))
    return report, line


def differences(results: list[Result]) -> dict[str, list[str]]:
    return {it.case.name: difference_lines(it.differences[0]) for it in results if it.differences}


@pytest.mark.parametrize(("is_quick", "count"), [(True, 20), (False, 285)])
def test_a_keyboard_that_sends_what_was_recorded_is_right(is_quick: bool, count: int) -> None:
    report, line = keys_tested(perfect, is_quick)
    assert differences(report.results) == {}
    assert len(report.results) == count + 1
    assert report.exit_status == 0
    assert report.notes == ["REPEAT sends 40.0 codes a second."]
    assert line.machine.modes == TerminalModes()


def test_an_h19_in_its_own_time_is_asked_in_half_a_minute() -> None:
    """The H19 sends XOFF while the keyboard is drawn, since the line has no speed; that isn't taken for a key."""
    line = WithPerson(perfect, RealTimeTerminal())
    terminal = line.terminal()
    keys = KeyChecks(terminal, Person(terminal, str, lambda _: None), [])
    assert all(it.is_right for it in keys.run(presses(is_quick=True)))
    assert line.now < 30


def test_all_keys_that_send_are_asked_for() -> None:
    """Keys are asked for in Heath mode: alone, with SHIFT, and in the keypad's normal mode also with CTRL."""
    asked: set[Row] = set()

    def typist(text: str, modes: TerminalModes) -> Typed:
        asked.add(recorded_row(text.partition("\n")[0].partition(": press ")[2], modes))
        return perfect(text, modes)

    keys_tested(typist, is_quick=False)
    wanted = {
        row
        for row, sends in RECORDED.items()
        if sends
        and row[0] == "heath"
        and not row[5]
        and row[3] + row[4] < (2 if row[1] == "normal" else 2 - row[4])
    }
    keypad = {row for row in wanted if row[2].startswith("KP")}
    assert len(keypad) == 2 * 12 * 4
    assert keypad <= asked
    assert {row for row in wanted if row[1] == "normal"} <= asked
    letters = {row[2:5] for row in asked if len(row[2]) == 1}
    assert letters >= {(letter, *held) for letter in "ABCXYZ019[\\" for held in ((0, 0), (1, 0), (0, 1))}


@each(
    ("key", "codes", "found"),
    [
        ("f1", (b"\x1bT", b"\x1bT"), "ESC T, the code of f2"),
        ("A", (b"aa",), "a 2 times: the key bounces"),
        ("A", (b"A", b"A"), "A, the code of SHIFT A"),
        ("ESC", (b"", b""), "nothing"),
        ("keypad 7", (b"\x1b?w", b"\x1b?w"), "ESC ? w"),
        ("CTRL X", (b"\x13", b"\x13"), "DC3, the code of CTRL S"),
    ],
)
def test_a_fault_of_a_key_is_named(key: str, codes: tuple[bytes, ...], found: str) -> None:
    report, line = keys_tested(with_fault(key, *codes))
    [(name, words)] = differences(report.results).items()
    assert name == f"key-{key.lower().replace(' ', '-')}"
    assert words[0].endswith(f"found {found}")
    assert len(report.results) == 21
    assert report.exit_status == 1
    assert f"key {key.removeprefix('CTRL ')}: 1 of" in text_report(report)
    assert sum(
        f": press {key}" in text.partition("\n")[0].partition(" press")[1] + text for text in line.asked
    ) >= len(codes)


@each(("sent", "name"), [(b"w", "W"), (b"q", "Q"), (b"s", "S")])
def test_a_key_that_is_right_at_the_second_press_is_right(sent: bytes, name: str) -> None:
    report, line = keys_tested(with_fault("1", sent))
    assert differences(report.results) == {}
    assert len(report.results) == 21
    assert any(f"That sent {sent.decode()}, the code of {name}. Once more" in text for text in line.asked)


def test_the_keys_to_press_are_lit_and_no_others() -> None:
    def typist(text: str, modes: TerminalModes) -> Typed:
        cells = [cell for row in line.machine.grid().cells for cell in row]
        lit = "".join(cell.char if cell.reverse else " " for cell in cells).split()
        wanted = text.removeprefix("hold ").removesuffix(" down for three seconds").partition(": press ")
        names = {*(wanted[2] or wanted[0].replace(" and ", " ")).split()} - {"keypad"}
        assert {*lit} == names
        return perfect(text, modes)

    line = WithPerson(typist)
    terminal = line.terminal()
    keys = KeyChecks(terminal, Person(terminal, str, lambda _: None), [])
    assert all(it.is_right for it in keys.run(presses(is_quick=False)))


def test_a_keyboard_that_sends_nothing_ends_the_test() -> None:
    report, line = keys_tested(lambda _text, _modes: [])
    assert len(report.results) == 12
    assert {words[0].rpartition("found ")[2] for words in differences(report.results).values()} == {"nothing"}
    assert report.notes == ["The test of the keys ended at key 12 of 20."]
    assert line.now < 12 * 22


def test_a_key_that_sends_without_end_is_named() -> None:
    def flood(text: str, modes: TerminalModes) -> Typed:
        is_it = text.startswith("2 of")
        return [(place / 10, b"x" * 40) for place in range(2000)] if is_it else perfect(text, modes)

    report, line = keys_tested(flood)
    assert differences(report.results).keys() == {"key-erase"}
    assert line.now < 60


def test_s_and_q_at_the_second_press_skip_a_key_and_end_the_test() -> None:
    report, _ = keys_tested(with_fault("1", b"x", b"s"))
    assert differences(report.results) == {}
    assert (len(report.results), report.notes[-1]) == (20, "Keys that were skipped: 1.")
    report, _ = keys_tested(with_fault("1", b"x", b"q"))
    assert (len(report.results), report.notes) == (3, ["The test of the keys ended at key 4 of 20."])
    assert report.exit_status == 0


def test_s_and_q_on_standard_input_need_no_key() -> None:
    typed = iter(["s", "q"])
    report, line = keys_tested(lambda _text, _modes: [], typed=lambda: next(typed, ""))
    assert report.results == []
    assert report.notes == ["The test of the keys ended at key 2 of 20.", "Keys that were skipped: 1."]
    assert line.now < 5


@each(
    ("typed", "found"),
    [([], "nothing"), ([(0.5, b"a")], "a"), ([(0.5 + place / 10, b"b") for place in range(30)], "b b b")],
)
def test_repeat_without_effect_is_named(typed: Typed, found: str) -> None:
    report, _ = keys_tested(lambda text, modes: typed if text.startswith("hold") else perfect(text, modes))
    [(name, words)] = differences(report.results).items()
    assert name == "key-repeat"
    assert f"found {found}" in words[0]
    assert report.notes == []


def answering(answers: dict[str, str]) -> Typist:
    """Return a typist who answers y; a question with a text in `answers` gets that text's answer."""

    def typist(text: str, _modes: TerminalModes) -> Typed:
        answer = next((answer for words, answer in answers.items() if words in text), "y")
        return [(0.5, b"x"), (1.0, answer.encode())]

    return typist


def seen(typist: Typist, typed: Callable[[], str] = str) -> tuple[Report, WithPerson]:
    line = WithPerson(typist)
    report = Report("a line", kind=Kind.H19)
    report.results += check_by_eye(Person(line.terminal(), typed, lambda _: None), report.notes)
    return report, line


def test_a_tube_that_is_right_in_all_eyes() -> None:
    report, line = seen(answering({}))
    assert report.summary == f"{len(QUESTIONS)} of {len(QUESTIONS)} as the firmware of the H19."
    assert report.notes == []
    assert line.machine.bells() == 1


def test_no_names_the_function() -> None:
    report, _ = seen(answering({"bell": "n", "underline": "N"}))
    assert {it.case.functions for it in report.wrong} == {("bell",), ("reset_mode block",)}
    assert differences(report.results)["eye-bell"] == ["expected yes, found no"]
    assert report.exit_status == 1
    text = text_report(report)
    assert "bell: 1 of 1 cases" in text


def test_a_question_is_skipped_and_the_rest_left_out() -> None:
    report, _ = seen(answering({"33 characters": "s", "straight": "q"}))
    assert [it.case.name for it in report.results] == [
        "eye-ascii", "eye-reverse", "eye-underline-cursor", "eye-block-cursor", "eye-cursor-off",
    ]  # fmt: skip
    assert report.notes == ["Questions that weren't answered: 7 of 12."]


def test_answers_on_standard_input() -> None:
    answers = iter("nyq")
    report, _ = seen(lambda _text, _modes: [], lambda: next(answers, ""))
    assert [it.is_right for it in report.results] == [False, True]


def test_nobody_at_the_terminal_ends_the_questions() -> None:
    report, line = seen(lambda _text, _modes: [])
    assert report.results == []
    assert 100 < line.now < 130


@each("place", range(len(QUESTIONS)))
def test_each_page_shows_its_question_whole_and_the_modes_it_asks_about(place: int) -> None:
    asked = dict[str, TerminalModes]()

    def typist(text: str, modes: TerminalModes) -> Typed:
        asked[text] = modes
        return [(0.5, b"y")]

    seen(typist)
    question = QUESTIONS[place]
    [text] = [text for text in asked if f"{question.question} (y/n)" in text]
    function, _, mode = question.function.partition(" ")
    if mode:
        assert getattr(asked[text], mode) is (function == "set_mode")


def test_all_128_glyphs_are_shown() -> None:
    pages: list[set[int]] = []

    def typist(_text: str, _modes: TerminalModes) -> Typed:
        pages.append({*b"".join(map(line.machine.row_bytes, range(24)))})
        return [(0.5, b"y")]

    line = WithPerson(typist)
    check = check_by_eye(Person(line.terminal(), str, lambda _: None), [])
    assert next(check).is_right
    assert next(check).is_right
    assert pages[0] >= {*range(0x20, 0x7F)}
    assert pages[1] >= {*range(0x20), 0x7F}


def test_a_terminal_that_goes_silent_ends_both() -> None:
    line = WithPerson(perfect)
    terminal = line.terminal()
    line.send = len  # type: ignore[method-assign, assignment]
    person = Person(terminal, str, lambda _: None)
    with pytest.raises(TransportClosed, match="stopped answering"):
        [*KeyChecks(terminal, person, []).run(presses(is_quick=True))]
    with pytest.raises(TransportClosed, match="stopped answering"):
        [*check_by_eye(person, [])]


def test_the_command_runs_what_is_asked_for_in_place_of_the_cases() -> None:
    """The keys in `kept`, which the system doesn't pass on to the program, aren't asked for. All results are in one
    report."""
    line = WithPerson(lambda text, modes: [(0.3, b"y")] if "(y/n)" in text else perfect(text, modes))
    terminal = line.terminal()
    medium = Medium(terminal.line, "a line", typed=str, tell=lambda _: None, kept=(b"\x03", b"\x1a"))
    report = Report(medium.name)
    options = parse_h19_test_options(["--pty", "--memory", "--keys", "--eye"])
    program(report, terminal, medium, [], options, LineNowAndThen(io.StringIO(), line.clock))
    assert report.summary == f"{4 + 285 - 2 + 1 + 12} of {4 + 285 - 2 + 1 + 12} as the firmware of the H19."
    assert not any("press CTRL C" in text or "press CTRL Z" in text for text in line.asked)
    assert len(json.loads(json_report(report))["results"]) == 300


APART = ["--keys --only wrap", "--eye --quick", "--memory --case x", "--keys all", "--memory 0"]


@each("words", APART)
def test_what_does_not_go_together_is_refused(words: str) -> None:
    with pytest.raises(UsageError):
        parse_h19_test_options(["--pty", *words.split()])
