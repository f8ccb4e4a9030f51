"""What the program does if something is wrong with its installation."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.release.releases import IS_COMPILED, Release, check_programs, make_venv, of_user, printed

pytestmark = pytest.mark.slow
GAME = ("--plain", "--rules=yacht", "-r1", "-d0")
"""Options of a game by rules that are solved in no time."""


def test_another_termcaps_is_not_looked_at(release: Release, home: Path) -> None:
    env = of_user(home, release)
    bin_ = make_venv(home / "venv", env, release.compiled)
    [packages] = (home / "venv" / "lib").glob("python*/site-packages")
    assert not (packages / "termcaps").exists()
    (packages / "termcaps").mkdir()
    (packages / "termcaps" / "__init__.py").write_text("raise SystemExit('another package')\n")
    (packages / "termcaps" / "h19.tc").write_text("nonsense")
    check_programs(bin_, home, env)


def test_packages_that_can_not_be_written_are_fine(release: Release, home: Path) -> None:
    env = of_user(home, release)
    bin_ = make_venv(home / "venv", env, release.compiled)
    if os.geteuid():
        printed("chmod", "-R", "a-w", home / "venv", cwd=home, env=env)
        check_programs(bin_, home, env)
        printed("chmod", "-R", "u+w", home / "venv", cwd=home, env=env)
        return
    mounted = [
        "unshare",
        "--mount",
        "/bin/sh",
        "-euc",
        'mount --bind -o ro venv venv; ! touch venv/x 2>/dev/null; "$@"',
        "sh",
    ]
    for words in (["--version"], [*GAME, "=ann:optimal"]):
        printed(*mounted, str(bin_ / "yahtzee"), *words, cwd=home, env=env)
    assert not list((home / "venv").rglob("__pycache__/yahtzee*"))


@pytest.mark.parametrize(
    ("wheel", "player", "status"), [("compiled", "optimal", 0), ("pure", "random", 0), ("pure", "optimal", 1)]
)
def test_without_numpy_it_plays_what_needs_none(
    release: Release, home: Path, wheel: str, player: str, status: int
) -> None:
    env = of_user(home, release)
    bin_ = make_venv(home / "venv", env, "blessed", "pyserial")
    printed(
        "uv", "pip", "install", "--python", bin_ / "python", "--no-deps", getattr(release, wheel), cwd=home, env=env
    )
    said = printed(bin_ / "yahtzee", *GAME, f"=ann:{player}", cwd=home, env=env, status=status)
    if status:
        said = said.splitlines()[-1]
        assert said == "yahtzee: a package that it needs is missing, or broken: No module named 'numpy'"
    assert "Traceback" not in said


def test_broken_compiler_leaves_it_to_numpy(release: Release, home: Path) -> None:
    """The installation is from the sdist, as pip makes it if no wheel suits the machine."""
    env = of_user(home, release) | {"CC": "false", "PIP_ONLY_BINARY": "", "PIP_NO_BINARY": "h89yahtzee"}
    bin_ = make_venv(home / "venv", env, "pip")
    printed(bin_ / "python", "-m", "pip", "install", release.sdist, cwd=home, env=env)
    check_programs(bin_, home, env)
    assert printed(bin_ / "python", "-c", IS_COMPILED, cwd=home, env=env) == "False\n"
