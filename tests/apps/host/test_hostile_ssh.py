"""Hostile callers by ssh: none can do more than a player, and two people who play by telnet notice nothing."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.apps.far_end import LIMIT, QUIET
from tests.apps.games import Games
from tests.apps.host.hosts import ROOT
from tests.apps.host.ssh_callers import SshHosts
from tests.apps.host.test_hostile_callers import MOST, answer_times, high, seat_two
from tests.programs import Popen

pytestmark = pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no OpenSSH client here")

ROUNDS = 5
MOST_KEPT = 8.0
"""The most MiB by which a host may have grown when all hostile callers are gone: the first callers of all make it
load some code and data that it keeps."""


def memory(pid: int) -> float:
    """Return the resident memory of a process in MiB."""
    found = re.search(r"^VmRSS:\s*(\d+) kB", Path(f"/proc/{pid}/status").read_text("ascii"), re.MULTILINE)
    assert found is not None
    return int(found[1]) / 1024


def descriptors(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


@pytest.mark.slow
def test_hostile_callers_change_nothing_for_players_by_telnet(games: Games) -> None:
    host = SshHosts(games)
    try:
        ann, bob = seat_two(host)
        quiet = answer_times(ann, bob, lambda so_far: so_far < 100)
        before, opened = memory(host.program.pid), descriptors(host.program.pid)
        with Popen[bytes](
            [sys.executable, "-m", "tests.apps.host.hostile_ssh", str(host.ssh_port), str(ROUNDS)],
            cwd=ROOT,
            env=games.environment,
            stdout=subprocess.PIPE,
        ) as mob:
            loud = answer_times(ann, bob, lambda _: mob.poll() is None)
            assert mob.stdout is not None
            became = json.loads(mob.stdout.read())
        assert became["opens_a_thousand_channels"] in ("0 opened", "1 opened")
        assert became["has_a_huge_terminal"] == "sized"
        assert {became[kind] for kind in ("forwards", "runs_commands", "wants_files")} == {""}
        assert became["leaves_packets_unfinished"] == "hung up on"
        assert re.match("ConnectionLost|BrokenPipe|ConnectionReset", became["sets_variables"]), became
        assert became["tries_passwords"] == "PermissionDenied: too many tries to log in"
        assert high(loud) < max(MOST, 5 * high(quiet)), f"{high(quiet)} s without them"
        for _ in range(round(LIMIT / QUIET)):
            if descriptors(host.program.pid) <= opened:
                break
            ann.wait_for_silence()
        assert descriptors(host.program.pid) <= opened
        assert memory(host.program.pid) - before < MOST_KEPT
        ann.post("ann")
        bob.wait_for_turn("bob")
        assert set(host.log.read_bytes()) <= {*range(0x20, 0x7F), 0x0A}
    finally:
        host.close()


@pytest.mark.slow
def test_callers_who_read_nothing_cost_the_others_nothing(games: Games) -> None:
    """The host sends the screens of a game to a watcher who reads nothing while two people play on. Only the newest
    screen waits for the watcher."""
    host = SshHosts(games)
    try:
        watcher = host.call_by(host.by_openssh("eve", "eve"))
        watcher.wait_for("eve is new here.")
        watcher.send(b"\r")
        watcher.wait_for("TABLE", "RULES")
        ann, bob = seat_two(host)
        watcher.send(b"w")
        watcher.wait_for_turn("ann")
        before = memory(host.program.pid)
        times = answer_times(ann, bob, lambda so_far: so_far < 3000)  # nobody reads the watcher's terminal
        assert high(times) < MOST
        assert memory(host.program.pid) - before < 2.0
        ann.post("ann")
        watcher.wait_for_turn("bob")
    finally:
        host.close()
