"""The project on a Debian 13 with Python and nothing else: no compiler, no procps, no ncurses-term, no ensurepip.

debootstrap makes the system in a directory, from the mirror that apt uses here. What a user does is done in it: the
files are copied, `scripts/setup test` installs, and `scripts/test` passes, for a user and for root.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SUITE = "trixie"
PACKAGES = "python3,ca-certificates"
CERTIFICATES = Path("etc/ssl/certs/ca-certificates.crt")
USER = "player"
LIMIT = 1200
NOT_COPIED = shutil.ignore_patterns(".venv", ".git", ".*_cache", ".hypothesis", "__pycache__", "*.egg-info", "*.so")

FOR_USER = "--ignore=tests/players --ignore=tests/solver"
"""Without what solves many rule sets, for which numpy takes minutes; those tests hold it against the kernel."""
FOR_ROOT = "tests/test_programs.py tests/apps/yahtzee tests/store tests/transport"
"""What depends on who runs it."""

INSIDE = """
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
exec chroot "$@"
"""


def mirror() -> str:
    """Where apt has its Debian from."""
    command = ["apt-get", "indextargets", "--format", "$(ORIGIN) $(LABEL) $(REPO_URI)"]
    listed = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False).stdout
    found = sorted(line.split()[2] for line in listed.splitlines() if line.startswith("Debian Debian "))
    if not found:
        pytest.skip("apt knows no mirror of Debian")
    return found[0]


@pytest.fixture
def debian(tmp_path: Path) -> Path:
    """The root of a new system."""
    for tool in ("apt-get", "debootstrap", "unshare"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} isn't installed")
    if os.geteuid():
        pytest.skip("only root can make a system")
    root = tmp_path / "debian"
    command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, str(root), mirror()]
    made = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)
    if made.returncode:
        pytest.skip(f"debootstrap failed: {made.stdout[-300:]}")
    with suppress(FileNotFoundError):  # a proxy's own certificate is among them
        shutil.copy2("/" / CERTIFICATES, root / CERTIFICATES)
    return root


def inside(root: Path, user: str, script: str) -> str:
    """What a shell of that user prints in the clone. What is mounted for it ends with it."""
    words = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "/bin/sh", "-euc", INSIDE, "sh", str(root)]
    network = {name: value for name, value in os.environ.items() if name.startswith("PIP_") or "proxy" in name}
    finished = subprocess.run(
        [*words, "su", user, "-c", f"cd /home/{USER}/yahtzee 2>/dev/null; {script}"],
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", **network},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout[-6000:]
    return finished.stdout


@pytest.mark.slow
@pytest.mark.timeout(4 * LIMIT)
def test_it_is_set_up_and_passes_its_tests(debian: Path) -> None:
    inside(debian, "root", f"useradd --create-home {USER}")
    shutil.copytree(ROOT, debian / "home" / USER / "yahtzee", ignore=NOT_COPIED)
    inside(debian, "root", f"chown -R {USER}: /home/{USER}")

    found = inside(debian, USER, "for tool in cc ps tmux uv node; do command -v $tool; done; python3 --version")
    assert found.startswith("Python 3.13.")
    assert inside(debian, USER, "! python3 -c 'import ensurepip' 2>/dev/null") == ""

    inside(debian, USER, "scripts/setup test")
    kernel = "from h89yahtzee.solver import kernel; print(kernel.is_built())"
    assert inside(debian, USER, f".venv/bin/python -c '{kernel}'") == "False\n"
    assert " passed" in inside(debian, USER, f"scripts/test -q {FOR_USER}")
    assert " passed" in inside(debian, "root", f"scripts/test -q {FOR_ROOT}")
