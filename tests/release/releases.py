"""A clean clone in which `scripts/release` made its files, and installations from these files."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from h89yahtzee import __version__

ROOT = Path(__file__).resolve().parents[2]
TIME_LIMIT = 600
EPOCH = "1700000000"
ALSO = ["--arm64"]
"""The options with which scripts/release makes everything that it can make."""
NOT_CLONED = shutil.ignore_patterns(
    *(".venv", ".git", ".*_cache", ".hypothesis", "__pycache__", "*.egg-info", "*.so", "build", "dist")
)
UV = Path(sys.executable).with_name("uv")  # installed by the extra `test`
TOOLS = {"PATH": f"{UV.parent}:{os.environ['PATH']}", "SOURCE_DATE_EPOCH": EPOCH}
"""The environment in which a release is made: uv is found, whether or not the machine has one."""
PROGRAMS = ["h19", "h19-test", "yahtzee", "yahtzee-arena", "yahtzee-host", "yahtzee-mcp", "yahtzee-solve"]
IS_COMPILED = "from h89yahtzee.solver.backend import is_compiled; print(is_compiled())"


@dataclass(frozen=True, slots=True)
class Release:
    """A clone at `root` with its `.venv`, and with the files of the release in `dist`."""

    root: Path

    @property
    def files(self) -> list[Path]:
        return sorted((self.root / "dist").iterdir())

    @property
    def compiled(self) -> Path:
        return self._only(f"*-abi3-*_{platform.machine()}.whl")

    @property
    def arm64(self) -> Path:
        return self._only("*-abi3-*_aarch64.whl")

    @property
    def pure(self) -> Path:
        return self._only("*-none-any.whl")

    @property
    def sdist(self) -> Path:
        return self._only("*.tar.gz")

    @property
    def tools(self) -> Path:
        """The folder with pipx and the other programs of the clone's `.venv`."""
        return self.root / ".venv" / "bin"

    def _only(self, pattern: str) -> Path:
        [found] = (self.root / "dist").glob(pattern)
        return found


def need_index_of_uv() -> None:
    """Skip the test if uv reaches no package index; pip may reach one, since uv doesn't use pip's configuration."""
    lookup = [str(UV), "pip", "install", "--dry-run", "--python", sys.executable, "--upgrade", "wcwidth"]
    if subprocess.run(lookup, capture_output=True, check=False, timeout=TIME_LIMIT).returncode != 0:
        pytest.skip("uv reaches no package index")


def clone(root: Path) -> None:
    shutil.copytree(ROOT, root, ignore=NOT_CLONED)


def make_release(release: Release) -> None:
    clone(release.root)
    printed("scripts/release", *ALSO, cwd=release.root, env=os.environ | TOOLS)


def printed(*command: str | Path, cwd: Path, env: dict[str, str], status: int = 0) -> str:
    """Run a command; return what it prints on both streams. AssertionError unless it ends with `status`."""
    ran = subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=TIME_LIMIT,
        check=False,
    )
    assert ran.returncode == status, ran.stdout[-6000:]
    return ran.stdout


def of_user(home: Path, release: Release, *first: Path) -> dict[str, str]:
    """The environment of a user in which pip and uv find the program among the release's files, and build nothing.

    Packages are downloaded once for all tests; `first` are directories that stand first on PATH.
    """
    own = ("PYTHON", "VIRTUAL_ENV", "XDG_", "MANPATH", "UV_", "PIPX_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    cache = Path.home() / ".cache"
    files = str(release.root / "dist")
    return kept | {
        "HOME": str(home),
        "PATH": ":".join(map(str, [*first, home / ".local" / "bin", release.tools, "/usr/bin", "/bin"])),
        "PIP_CACHE_DIR": str(cache / "pip"),
        "PIP_FIND_LINKS": files,
        "PIP_ONLY_BINARY": ":all:",
        "UV_CACHE_DIR": str(cache / "uv"),
        "UV_FIND_LINKS": files,
        "UV_NO_BUILD": "1",
        "UV_PYTHON_DOWNLOADS": "never",
        "TERM": "dumb",
        "LC_ALL": "C.UTF-8",
    }


def make_venv(folder: Path, env: dict[str, str], *packages: str | Path, python: str = sys.executable) -> Path:
    """Make a venv with these packages in `folder`, by uv, which is quick; return the venv's `bin`."""
    printed("uv", "venv", "--python", python, folder, cwd=folder.parent, env=env)
    printed("uv", "pip", "install", "--python", folder / "bin" / "python", *packages, cwd=folder.parent, env=env)
    return folder / "bin"


def check_programs(bin_: Path, home: Path, env: dict[str, str]) -> None:
    """Check that all programs in `bin_` start, and find the files that are installed with them."""
    for name in PROGRAMS:
        assert printed(bin_ / name, "--version", cwd=home, env=env) == f"{name} {__version__}\n"
        assert f"     {name} -- " in printed(bin_ / name, "--man", cwd=home, env=env)
    assert "expected adm3a, ansi, h19, " in printed(bin_ / "yahtzee", "--term=x", cwd=home, env=env, status=2)
    assert "heath-wrap1 " in printed(bin_ / "h19-test", "--list", cwd=home, env=env)
    game = ("--plain", "--rules=yacht", "-r42", "-d0", "=ann:greedy", "=bea:optimal")
    assert "bea" in printed(bin_ / "yahtzee", *game, cwd=home, env=env)
