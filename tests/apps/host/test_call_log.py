"""The log of a host, on its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from h89yahtzee.apps.host.call_log import CallLog

LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (.*)\n")


def test_a_line_is_one_line_of_ascii_however_hostile_a_name_is(tmp_path: Path) -> None:
    path = tmp_path / "calls.log"
    CallLog(str(path), lambda: 0.0).note("telnet", "a\nb\x1b[2J\x9b\xe9")
    found = LINE.fullmatch(path.read_text("ascii"))
    assert found is not None
    assert found[1] == r"telnet: a?b?[2J?\xe9"


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
