"""The wheel for ARM64: compiled here by zig, tried under QEMU with a Python that Debian 13 has for that machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from h89yahtzee import __version__
from tests.release.debians import LIMIT, debootstrap
from tests.release.releases import IS_COMPILED, ROOT, Release, of_user, printed

GAME = ("-m", "h89yahtzee", "--plain", "--rules", "yacht", "-r42", "-d0")
SOLVE = (
    "-c",
    "from h89yahtzee.apps.solve.solve import main; main()",
    "--position",
    "rules yacht dice 66652 rolls 1",
)


def unpacked_debian(root: Path) -> Path:
    """Unpack the packages of a Debian for ARM64 below `root`, running none of its programs; return its Python."""
    debootstrap("trixie", root, "--arch=arm64", "--foreign", "--include=python3")
    for package in (root / "var/cache/apt/archives").glob("*.deb"):
        subprocess.run(["dpkg-deb", "--extract", package, root], check=True, timeout=LIMIT)
    return root / "usr/bin/python3"


@pytest.mark.slow
@pytest.mark.timeout(2 * LIMIT)
def test_wheel_for_arm64_plays_saves_and_solves_as_here(release: Release, tmp_path: Path, home: Path) -> None:
    """The packages that the wheel needs are those that uv finds for ARM64."""
    if (qemu := shutil.which("qemu-aarch64-static")) is None:
        pytest.skip("qemu-aarch64-static isn't installed")
    if os.geteuid() or shutil.which("debootstrap") is None:
        pytest.skip("only root can make a system, by debootstrap")
    assert (
        release.arm64.name
        == f"h89yahtzee-{__version__}-cp311-abi3-manylinux2014_aarch64.manylinux_2_17_aarch64.whl"
    )
    python, site = unpacked_debian(tmp_path / "debian"), tmp_path / "site"
    env = of_user(home, release)
    machine = ("--python-platform", "aarch64-manylinux_2_28", "--python-version", "3.13")
    printed("uv", "pip", "install", "--target", site, *machine, "h89yahtzee", cwd=home, env=env)
    emulated: list[str | Path] = [qemu, "-L", tmp_path / "debian", "-E", f"PYTHONPATH={site}", python]

    assert printed(*emulated, "-c", IS_COMPILED, cwd=home, env=env) == "True\n"
    here = env | {"PYTHONPATH": str(ROOT)}
    for words in (SOLVE, (*GAME, "=ann:greedy", "=bea:optimal")):
        said = printed(*emulated, *words, cwd=home, env=env)
        assert (
            said.partition("\nSeed")[0]
            == printed(sys.executable, *words, cwd=home, env=here).partition("\nSeed")[0]
        )
    turn = ("/bin/sh", "-c", 'echo s aces | "$@"', "sh", *emulated, *GAME, "me", "=bea:greedy")
    assert "\nSaved." in printed(*turn, cwd=home, env=env)
    assert "ACES                1 " in printed(
        sys.executable, "-m", "h89yahtzee", "--games", "1", cwd=home, env=here
    )
