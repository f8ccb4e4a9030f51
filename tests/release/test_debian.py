"""A release on Debian: its sdist in a system with Python and nothing else, its wheel in a venv on Debian 12 to 14.

The tests do what a user does. The system with nothing but Python has no compiler, no procps, no ncurses-term and no
ensurepip: there, `scripts/setup test` installs, and `scripts/test` passes for a user and for root.
"""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path

import pytest

from h89yahtzee import __version__
from tests.release.debians import LIMIT, USER, NewDebian, inside
from tests.release.releases import IS_COMPILED, Release

IMPORT_ALL = """
from importlib import import_module
from pkgutil import walk_packages
import h89yahtzee
for module in walk_packages(h89yahtzee.__path__, "h89yahtzee."):
    if not module.name.rpartition(".")[2].startswith("_"):
        try:
            import_module(module.name)
        except Exception as error:
            names_extra = "h89yahtzee[" in str(error) or "pip install asyncssh" in str(error)
            if not names_extra and getattr(error, "name", "") not in ("asyncssh", "mcp"):
                raise
"""

FOR_USER = (
    "--timeout 300 tests/apps/sessions tests/apps/yahtzee tests/store tests/transport tests/test_*.py"
    " --ignore=tests/apps/yahtzee/test_daily.py"
)
"""Options of `scripts/test` for tests that start programs, read files or ask the system. The tests of the daily
game are left out, since they take minutes without a compiled solver; a sample of the documents uses numpy, too."""
FOR_ROOT = "--timeout 300 tests/test_programs.py tests/store"
"""Options of `scripts/test` for tests whose results depend on the user who runs them."""


def install_in_venv(debian: Path, release: Release) -> str:
    """Install the wheel in a venv; return the program's version and whether its solver is compiled, as printed."""
    shutil.copytree(release.root / "dist", debian / "home" / USER / "dist")
    install = "cd; python3 -m venv ~/venv; ~/venv/bin/python -m pip install --quiet --find-links ~/dist h89yahtzee"
    ask = f"~/venv/bin/yahtzee --version; ~/venv/bin/python -c '{IS_COMPILED}'"
    return inside(debian, USER, f"{install}; {ask}")


@pytest.mark.slow
@pytest.mark.timeout(4 * LIMIT)
def test_sdist_passes_its_tests_on_a_bare_debian_13(new_debian: NewDebian, release: Release) -> None:
    debian = new_debian("trixie", "python3")
    home = debian / "home" / USER
    with tarfile.open(release.sdist) as packed:
        packed.extractall(home, filter="data")
    (home / release.sdist.name.removesuffix(".tar.gz")).rename(home / "yahtzee")
    inside(debian, "root", f"chown -R {USER}: /home/{USER}")

    found = inside(debian, USER, "for tool in cc ps tmux uv node; do command -v $tool; done; python3 --version")
    assert found.startswith("Python 3.13.")
    assert inside(debian, USER, "! python3 -c 'import ensurepip' 2>/dev/null") == ""

    assert "no C compiler that works" in inside(debian, USER, "scripts/setup test")
    assert inside(debian, USER, f".venv/bin/python -c '{IS_COMPILED}'") == "False\n"
    assert " passed" in inside(debian, USER, f"scripts/test -q {FOR_USER}")
    assert " passed" in inside(debian, "root", f"scripts/test -q {FOR_ROOT}")

    inside(debian, "root", "apt-get install --yes --no-install-recommends python3-venv")
    assert install_in_venv(debian, release).endswith(f"yahtzee {__version__}\nTrue\n")


@pytest.mark.slow
@pytest.mark.timeout(4 * LIMIT)
@pytest.mark.parametrize(("suite", "python"), [("bookworm", "3.11"), ("forky", "3.14")])
def test_wheel_is_installed_in_a_venv_on_other_debians(
    new_debian: NewDebian, release: Release, suite: str, python: str
) -> None:
    """Every module is also imported with warnings as errors, such as those of what a newer Python will refuse."""
    debian = new_debian(suite, "python3 python3-venv")
    if not (found := inside(debian, USER, "python3 --version")).startswith(f"Python {python}."):
        pytest.skip(f"{suite} has {found.strip()} now")
    assert install_in_venv(debian, release).endswith(f"yahtzee {__version__}\nTrue\n")
    assert inside(debian, USER, f"~/venv/bin/python -W error -c '{IMPORT_ALL}'") == ""
