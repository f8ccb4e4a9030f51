"""The program installed from the files of a release by the README's commands, and checks of what is then there."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from h89yahtzee import __version__
from tests.release.releases import IS_COMPILED, ROOT, Release, check_programs, make_venv, of_user, printed

pytestmark = pytest.mark.slow
INSTALL = (ROOT / "README.md").read_text("utf-8").partition("## Install\n")[2].partition("\n## ")[0]
COMMANDS = [line.strip() for line in re.findall(r"^ {4}(\S.*)$", INSTALL, re.MULTILINE)]
EXAMPLE = (
    "import h89yahtzee.arena, pathlib; print(pathlib.Path(h89yahtzee.arena.__file__).parent / 'examples/steady.py')"
)


def python_of(program: Path) -> Path:
    """The Python of the environment that a command, or a link to it, belongs to."""
    return program.resolve().parent / "python"


def test_readme_names_the_usual_ways() -> None:
    assert {command.split()[0] for command in COMMANDS} >= {"pipx", "uv", "uvx", "python3"}
    assert "`scripts/setup`" in INSTALL


def test_pipx_installs_it_with_its_manual(release: Release, home: Path) -> None:
    env = of_user(home, release)
    [command] = (command for command in COMMANDS if command.startswith("pipx "))
    printed(*command.split(), "--python", sys.executable, cwd=home, env=env)
    check_programs(home / ".local" / "bin", home, env)
    assert (home / ".local/share/man/man6/yahtzee.6").read_bytes() == (ROOT / "docs/yahtzee.6").read_bytes()


def test_uv_installs_it(release: Release, home: Path) -> None:
    env = of_user(home, release) | {"UV_PYTHON": sys.executable}
    [command] = (command for command in COMMANDS if command.startswith("uv "))
    printed(*command.split(), cwd=home, env=env)
    bin_ = home / ".local" / "bin"
    check_programs(bin_, home, env)
    assert printed(python_of(bin_ / "yahtzee"), "-c", IS_COMPILED, cwd=home, env=env) == "True\n"
    example = printed(python_of(bin_ / "yahtzee"), "-c", EXAMPLE, cwd=home, env=env).strip()
    assert "nothing wrong in" in printed(bin_ / "yahtzee-arena", "check", example, cwd=home, env=env)


def test_uvx_runs_it(release: Release, home: Path) -> None:
    env = of_user(home, release) | {"UV_PYTHON": sys.executable}
    [command] = (command for command in COMMANDS if command.startswith("uvx "))
    assert printed(*command.split(), "--version", cwd=home, env=env).endswith(f"yahtzee {__version__}\n")


@pytest.mark.parametrize("pip", ["pip", "pip==22.3.1" if sys.version_info < (3, 12) else "pip==24.0"])
def test_pip_installs_it_in_a_venv_whatever_its_age(release: Release, home: Path, pip: str) -> None:
    env = of_user(home, release)
    bin_ = make_venv(home / "venv", env, pip)
    [command] = (command for command in COMMANDS if " -m pip " in command)
    printed(bin_ / "python", *command.split()[1:], cwd=home, env=env)
    check_programs(bin_, home, env)
    if shutil.which("man"):
        found = printed("man", "-w", "yahtzee", cwd=home, env=env | {"MANPATH": str(home / "venv/share/man")})
        assert found == f"{home}/venv/share/man/man6/yahtzee.6\n"


def test_wheel_without_the_kernel_needs_none(release: Release, home: Path) -> None:
    env = of_user(home, release)
    bin_ = make_venv(home / "venv", env, release.pure)
    check_programs(bin_, home, env)
    assert printed(bin_ / "python", "-c", IS_COMPILED, cwd=home, env=env) == "False\n"


def python_of_version(version: str) -> str:
    """A Python of a version, from the system, pyenv or uv, that starts; the test is skipped if there is none."""
    home, program = Path.home(), f"bin/python{version}"
    found = [
        *home.glob(f".pyenv/versions/{version}.*/{program}"),
        *home.glob(f".local/share/uv/python/*/{program}"),
    ]
    for python in filter(None, [shutil.which(f"python{version}"), *map(str, found)]):
        if subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0:
            return python
    pytest.skip(f"there is no Python {version} here")


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14", "3.15"])
def test_one_wheel_with_the_kernel_suits_all_pythons(release: Release, home: Path, version: str) -> None:
    python, env = python_of_version(version), of_user(home, release)
    bin_ = make_venv(home / "venv", env, release.compiled, python=python)
    check_programs(bin_, home, env)
    assert printed(bin_ / "python", "-c", IS_COMPILED, cwd=home, env=env) == "True\n"
