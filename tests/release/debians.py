"""Debian systems in directories, made by debootstrap from the mirror that apt uses here; and shells in them."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

CERTIFICATES = Path("etc/ssl/certs/ca-certificates.crt")
USER = "player"
LIMIT = 2400
SCRIPT = "/usr/share/debootstrap/scripts/sid"
"""debootstrap's script for all suites, since a debootstrap has no scripts for suites newer than itself."""
APT = (
    "env DEBIAN_FRONTEND=noninteractive apt-get -qq --no-install-recommends"
    " -o Acquire::Check-Valid-Until=false -o Dpkg::Options::=--force-unsafe-io"
)
"""Outdated indexes are accepted, since a mirror's sid may be old. Files aren't synced to the disk: the systems are
thrown away.
"""
NewDebian = Callable[[str, str], Path]

INSIDE = """
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
exec chroot "$@"
"""


def mirror() -> str:
    """The address of the Debian mirror that apt uses here."""
    command = ["apt-get", "indextargets", "--format", "$(ORIGIN) $(LABEL) $(REPO_URI)"]
    listed = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False).stdout
    found = sorted(line.split()[2] for line in listed.splitlines() if line.startswith("Debian Debian "))
    if not found:
        pytest.skip("apt knows no mirror of Debian")
    return found[0]


def debian_maker(folder: Path, shared: Path) -> NewDebian:
    """Return a function that makes a Debian system with a user below `folder`, and returns the system's root.

    The function's arguments are the suite and the packages to be installed. The system is a copy of one with the
    fewest packages, which is made once for each suite in the folder `shared`.
    """
    for tool in ("apt-get", "debootstrap", "unshare"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} isn't installed")
    if os.geteuid():
        pytest.skip("only root can make a system")

    def make(suite: str, packages: str) -> Path:
        bare = shared / suite
        with (shared / f"{suite}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not bare.exists():
                make_bare_debian(suite, unfinished := shared / f"{suite}.unfinished")
                unfinished.rename(bare)
        root = folder / f"debian{len(list(folder.glob('debian*')))}"
        subprocess.run(["cp", "--archive", "--reflink=auto", bare, root], timeout=LIMIT, check=True)
        inside(root, "root", f"{APT} --yes install {packages}")
        return root

    return make


def debootstrap(suite: str, root: Path, *options: str) -> None:
    command = ["debootstrap", "--variant=minbase", *options, suite, str(root), mirror(), SCRIPT]
    made = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)
    if made.returncode:
        pytest.skip(f"debootstrap failed: {made.stdout[-300:]}")


def make_bare_debian(suite: str, root: Path) -> None:
    shutil.rmtree(root, ignore_errors=True)
    debootstrap(suite, root, "--include=ca-certificates")
    with suppress(FileNotFoundError):  # a proxy's own certificate is among them
        shutil.copy2("/" / CERTIFICATES, root / CERTIFICATES)
    inside(root, "root", f"useradd --create-home {USER}; {APT} update")


def inside(root: Path, user: str, script: str, network: bool = True) -> str:
    """Run a shell script as a user of the system `root`, in the clone if there is one; return what it prints.

    What is mounted for the shell is unmounted when it ends. Without `network` there's only a loopback that is down.
    """
    apart = ["--mount", "--pid", "--fork", "--kill-child", *([] if network else ["--net"])]
    words = ["unshare", *apart, "/bin/sh", "-euc", INSIDE, "sh", str(root)]
    passed_on = {name: value for name, value in os.environ.items() if name.startswith("PIP_") or "proxy" in name}
    finished = subprocess.run(
        [*words, "su", user, "-c", f"cd /home/{USER}/yahtzee 2>/dev/null; {script}"],
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", **passed_on},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout[-6000:]
    return finished.stdout
