"""The lock file of what `scripts/setup` installs: one version of each package with its hashes, nothing else."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts import lock_requirements

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCK = (ROOT / "scripts" / "requirements.lock").read_text("ascii")
HEADING = "# .* needs? these .*:\n"
PLAYING, TESTING, RELEASING, COMPILING = re.split(HEADING, LOCK)
NEEDED_TO_PLAY = [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"]]
EXTRAS = PROJECT["project"]["optional-dependencies"]
PYTHONS = ["3.11", "3.12", "3.13", "3.14", "3.15"]
ENTRY = r"([a-z0-9-]+)==([^ ]+)( ; [^\\\n]+)?( \\\n    --hash=sha256:[0-9a-f]{64})+\n"


def locked(text: str, python: str) -> dict[str, str]:
    """The locked versions by the packages' names, for a version of Python (such as "3.12") on Linux."""
    found: dict[str, str] = {}
    for name, pinned, marker, _ in re.findall(ENTRY, text):
        here = {"python_version": python, "python_full_version": f"{python}.1", "sys_platform": "linux"}
        if not marker or Marker(marker.removeprefix(" ; ")).evaluate(here):
            assert name not in found
            found[name] = pinned
    return found


def test_there_is_nothing_but_versions_with_hashes() -> None:
    assert re.fullmatch(f"(#[^\n]*\n)*({ENTRY})+", PLAYING)
    for text in (TESTING, RELEASING, COMPILING):
        assert re.fullmatch(f"({ENTRY})+", text)
    assert "://" not in LOCK


COMPILED = """\
numpy==2.4.6 ; python_full_version < '3.12' \\
    --hash=sha256:aa \\
    --hash=sha256:ab
numpy==2.5.5 ; python_full_version >= '3.12' \\
    --hash=sha256:ac
"""
COMPILED_WITH_TESTS = f"""\
click==8.5.1 \\
    --hash=sha256:cc
{COMPILED}zict==3.0.0 \\
    --hash=sha256:ff
"""
OF_RELEASE = """\
twine==7.0.0 \\
    --hash=sha256:dd
"""
OF_PAGE = """\
ziglang==0.17.1 \\
    --hash=sha256:ee
"""


def test_what_is_needed_to_play_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        text = COMPILED_WITH_TESTS if "--extra=test" in command else COMPILED
        text += OF_RELEASE if "--extra=release" in command else ""
        text += OF_PAGE if "--extra=web" in command else ""
        return subprocess.CompletedProcess(command, 0, text)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(lock_requirements, "FILE", tmp_path / "lock")
    lock_requirements.main()
    head, _, written = (tmp_path / "lock").read_text().partition("numpy==2.4.6")
    assert all(line.startswith("#") for line in head.splitlines())
    playing, testing, *others = re.split(HEADING, f"numpy==2.4.6{written}")
    assert (playing, testing) == (COMPILED, COMPILED_WITH_TESTS.replace(COMPILED, ""))
    assert others == [OF_RELEASE, OF_PAGE]


@pytest.mark.parametrize("python", PYTHONS)
def test_each_package_is_locked_within_its_range(python: str) -> None:
    parts = {"test": TESTING, "release": RELEASING, "web": COMPILING}
    for needed, text in ((NEEDED_TO_PLAY, PLAYING), *((EXTRAS[name], text) for name, text in parts.items())):
        versions = locked(text, python)
        for requirement in map(Requirement, needed):
            if requirement.marker and not requirement.marker.evaluate({"python_version": python}):
                continue
            assert requirement.specifier.contains(versions[canonicalize_name(requirement.name)]), requirement


def test_who_only_plays_gets_nothing_of_the_extras() -> None:
    optional = {canonicalize_name(Requirement(line).name) for extra in EXTRAS.values() for line in extra}
    assert not optional & {name for python in PYTHONS for name in locked(PLAYING, python)}


@pytest.mark.skipif(
    Path(sys.prefix) != ROOT / ".venv", reason="these aren't the packages that scripts/setup installs"
)
def test_the_tests_run_with_what_is_locked() -> None:
    python = f"{sys.version_info[0]}.{sys.version_info[1]}"
    versions = locked(PLAYING + TESTING, python)
    assert {name: version(name) for name in versions} == versions


def test_all_folders_of_the_package_are_installed() -> None:
    folders = {path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "h89yahtzee").rglob("__init__.py")}
    listed = PROJECT["tool"]["setuptools"]["packages"]
    assert {name.replace(".", "/") for name in listed} == folders | {"h89yahtzee/h19_suite", "h89yahtzee/termcaps"}
