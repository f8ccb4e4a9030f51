"""The example of a service of systemd."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from h89yahtzee.apps.host.host_options import check_ways_in, parse_host_options

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
