"""The files of a host: its log, the file of its permanent tables, and the example of a systemd service."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from datetime import datetime
from pathlib import Path

import pytest

from h89yahtzee.apps.host.call_log import CallLog, Strangers
from h89yahtzee.apps.host.host_options import check_ways_in, fixed_tables, parse_host_options
from h89yahtzee.apps.options.option_parser import SettingsError
from h89yahtzee.game.record import HUMAN, Player
from h89yahtzee.table.choices import Choices

LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (.*)\n")


def test_a_line_is_one_line_of_ascii_however_hostile_a_name_is(tmp_path: Path) -> None:
    path = tmp_path / "calls.log"
    CallLog(str(path), lambda: 0.0).note("telnet", "a\nb\x1b[2J\x9b\xe9")
    found = LINE.fullmatch(path.read_text("ascii"))
    assert found is not None
    assert found[1] == r"telnet: a?b?[2J?\xe9"


def test_a_log_of_json_has_an_object_a_line(tmp_path: Path) -> None:
    path = tmp_path / "calls.log"
    log = CallLog(str(path), lambda: 86_400.0, is_json=True)
    log.note("telnet 192.0.2.1:4711", 'a\nb\x1b[2J\x9b\xe9"' + "\xe9" * 900)
    log.note("host", "stopped")
    first, second = path.read_bytes().splitlines()
    assert set(first) <= {*range(0x20, 0x7F)}
    told = json.loads(first)
    assert datetime.fromisoformat(told.pop("time")).timestamp() == 86_400
    assert told.pop("what").startswith('a?b?[2J?\xe9"\xe9')
    assert told == {"way": "telnet", "from": "192.0.2.1:4711"}
    assert len(first) < 4000
    assert json.loads(second) | {"time": ""} == {"time": "", "way": "host", "from": None, "what": "stopped"}


def test_of_many_strangers_most_are_a_number() -> None:
    noted: list[tuple[str, str]] = []
    now = [100.0]
    strangers = Strangers(lambda *what: noted.append(what), lambda: now[0])
    for number in range(1000):
        strangers.note(f"telnet {number}", "no key")
    assert noted == [(f"telnet {number}", "no key") for number in range(10)]
    strangers.tell()
    assert len(noted) == 10
    now[0] += 60.0
    strangers.tell()
    strangers.tell()
    strangers.note("telnet x", "no key")
    assert noted[10:] == [("host", "990 more came and gave no name"), ("telnet x", "no key")]


def test_a_file_that_is_rotated_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "calls.log"
    log = CallLog(str(path), lambda: 0.0)
    log.note("line", "one")
    path.rename(tmp_path / "calls.log.1")
    log.note("line", "two")
    assert path.read_text("ascii").endswith(" line: two\n")


def test_a_log_that_cannot_be_written_is_told_of_at_once_and_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "none" / "calls.log"
    log = CallLog(str(path), lambda: 0.0)
    told = f"yahtzee-host: {path}: No such file or directory: the log isn't written\n"
    assert capsys.readouterr().err == told
    log.note("line", "one")
    assert capsys.readouterr().err == ""
    path.parent.mkdir()
    log.note("line", "two")
    assert path.read_text("ascii").endswith(" line: two\n")
    path.unlink()
    path.parent.rmdir()
    log.note("line", "three")
    assert capsys.readouterr().err == told


FILE = """
[[table]]

[[table]]
rules = "quintzee"
columns = 3
bonus = "normal"
seats = 1
computers = ["hard", "greedy"]
same-dice = true
turn-time = 45
think-time = 500
"""


def tables_in(path: Path, text: str) -> list[Choices]:
    (path / "tables.toml").write_text(text)
    return fixed_tables(path / "tables.toml")


def test_tables_are_as_the_file_says(tmp_path: Path) -> None:
    usual, special = tables_in(tmp_path, FILE)
    assert usual.players == (Player("anybody"), Player("anybody"))
    assert (usual.rules, usual.duplicate, usual.turn_time, usual.think_time) == ("h89", False, None, 1.0)
    assert [player.strategy for player in special.players] == [HUMAN, "optimal", "greedy"]
    setup = special.setup(7)
    assert (setup.rules.columns, setup.rules.bonus, setup.duplicate) == (3, "normal", True)
    assert (special.turn_time, special.think_time, special.is_hosted) == (45, 0.5, True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected 1 to 100 tables, each below a line [[table]], and no more"),
        ("[table]", "expected 1 to 100 tables, each below a line [[table]], and no more"),
        ("[[table]]\n" * 101, "expected 1 to 100 tables, each below a line [[table]], and no more"),
        ("seats = 3\n[[table]]", "expected 1 to 100 tables, each below a line [[table]], and no more"),
        ("table = [3]", "table 1: expected keys and their values"),
        ("[[table]]\n[[table]]\nrule = 3", "table 2: expected a setting (bonus, columns, computers"),
        ("[[table]]\nrules = 'offical'", "rules: expected h89, official,"),
        ("[[table]]\nseats = 11", "seats: expected a whole number from 1 to 10, not '11'"),
        ("[[table]]\nseats = 9\ncomputers = ['easy', 'easy']", "expected at most 10 seats with those of computers"),
        ("[[table]]\ncomputers = 'gredy'", "did you mean 'greedy'?"),
        ("[[table]]\nrules = 'yacht'\ncomputers = 'classic'", "classic can't play yacht"),
        ("[[table]]\ncolumns = 3", "expected 1 column for h89, not 3; quintzee has 1, 2, 3, 4, 5 or 6"),
        ("[[table]", "expected TOML"),
    ],
)
def test_what_is_wrong_is_said_with_the_name_of_the_file(tmp_path: Path, text: str, expected: str) -> None:
    with pytest.raises(SettingsError, match=re.escape(expected)) as failure:
        tables_in(tmp_path, text)
    assert str(failure.value).startswith(f"{tmp_path}/tables.toml: ")


UNIT = Path(__file__).resolve().parents[3] / "docs" / "yahtzee-host.service"


def started() -> list[str]:
    found = re.search(r"^ExecStart=(.*)", UNIT.read_text("utf-8"), re.MULTILINE)
    assert found is not None
    return found[1].split()


def test_the_program_understands_its_command() -> None:
    program, *words = started()
    assert Path(program).name == "yahtzee-host"
    options = parse_host_options(words)
    check_ways_in(options)
    assert options.telnet == (("0.0.0.0", 2323),)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd isn't installed")
def test_systemd_understands_it_and_finds_it_confined(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text("utf-8").replace(started()[0], "/bin/true"), "utf-8")
    verified = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, check=False, timeout=240
    )
    assert [line for line in verified.stderr.splitlines() if unit.name in line] == []
    judged = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", unit],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    level = re.search(r"exposure level for .*: ([\d.]+)", judged.stdout)
    assert level is not None, judged.stderr
    assert float(level[1]) < 2
