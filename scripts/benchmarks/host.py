"""Measurements of a host with many tables: how soon it answers its callers, the memory that a caller takes, and the
processor time that the host uses while nobody plays.

The host is `yahtzee-host` in a process of its own; the callers are simulated in another process on the same
machine. The limits `ANSWER`, `MEMORY` and `LOAD` hold on a machine with two cores that does nothing else.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from scripts.benchmarks.simulated_callers import SEATS, SimulatedCallers

CALLERS = 100
SLOW, STOPPED = 20, 5
"""For `CALLERS` callers, the number of those that read at 1200 baud and of those that never read, in the
measurement with such callers."""
HOSTILE = 40
"""The number of callers that a host admits in addition to the simulated ones, so that there is room for hostile
callers."""
SECONDS = 30.0
REST = 10.0
SETTLING = 60
"""The most seconds to wait until a host has finished its work; on a busy machine this takes long."""
ANSWER, MEMORY, LOAD = 0.050, 1.5, 0.5
"""The limits: seconds for 95 % of the answers, MB a caller, percent of a core while nobody plays."""

_COMMAND = (sys.executable, "-c", "import sys; from h89yahtzee.apps.host.serve import main; sys.exit(main())")
_TICKS = os.sysconf("SC_CLK_TCK")


class MeasuredHost:
    """A host with `tables` tables for four, which is stopped by `close`. If `ssh`, it can be called by ssh, too:
    `gateway` is the port of a process that passes each connection on to the host by ssh."""

    def __init__(self, tables: int, ssh: bool = False) -> None:
        self._gateway: subprocess.Popen[str] | None = None
        self._directory = tempfile.TemporaryDirectory()
        directory = Path(self._directory.name)
        file = directory / "tables.toml"
        file.write_text(f"[[table]]\nseats = {SEATS}\n" * tables, encoding="ascii")
        files = ("--tables", str(file), "--data", str(directory / "data"), "--log", str(directory / "log"))
        self._process = subprocess.Popen(
            [
                *_COMMAND,
                "--telnet",
                "0",
                *(["--ssh", "0"] if ssh else []),
                "--callers",
                str(SEATS * tables + HOSTILE),
                *files,
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.port = self._opened()
        if ssh:
            self.ssh_port = self._opened()
            command = [sys.executable, "-m", "scripts.benchmarks.ssh_gateway", str(self.ssh_port)]
            self._gateway = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            assert self._gateway.stdout is not None
            self.gateway = int(self._gateway.stdout.readline())

    def _opened(self) -> int:
        """Return the next port that the host reports to be open."""
        assert self._process.stdout is not None
        opened = re.search(r":(\d+): open", self._process.stdout.readline())
        assert opened is not None
        return int(opened[1])

    @property
    def memory(self) -> float:
        """The memory that the host has in use, in MB."""
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found is not None
        return int(found[1]) / 1024

    @property
    def time_used(self) -> float:
        """The seconds of processor time that the host has used."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def close(self) -> None:
        if self._gateway is not None:
            self._gateway.terminate()
            self._gateway.communicate()
        self._process.terminate()
        self._process.communicate()
        self._directory.cleanup()


@dataclass(frozen=True, slots=True)
class Answers:
    """The seconds for which callers waited for answers, and the share of a core that the host used meanwhile."""

    latencies: Sequence[float]
    load: float

    def within(self, part: float) -> float:
        return sorted(self.latencies)[min(int(part * len(self.latencies)), len(self.latencies) - 1)]

    def times(self) -> str:
        return ", ".join(f"{part:.0%} within {1000 * self.within(part):.0f} ms" for part in (0.5, 0.95, 0.99))

    def told(self) -> str:
        most = f"95 %: at most {1000 * ANSWER:.0f}"
        return f"{len(self.latencies)} answers: {self.times()} ({most}), {self.load:.0%} of a core"


def report(callers: int = CALLERS, seconds: float = SECONDS, rest: float = REST) -> Iterator[str]:
    """Measure a host with `callers` callers, then one with twice as many, then one with twice as many of whom half
    come by ssh. Measure the last one also while hostile callers call it."""
    yield from one_host(callers, seconds, rest)
    yield from one_host(2 * callers, seconds, rest)
    if find_spec("asyncssh") is None:
        yield "asyncssh isn't installed: nobody comes by ssh"
    else:
        yield from one_host(2 * callers, seconds, rest, ssh=True)


def one_host(callers: int, seconds: float, rest: float, ssh: bool = False) -> Iterator[str]:
    with ExitStack() as running:
        host = running.enter_context(closing(MeasuredHost(callers // SEATS, ssh)))
        empty = host.memory
        callers_there = running.enter_context(closing(SimulatedCallers()))
        ports = (host.port, host.gateway) if ssh else (host.port,)
        callers_there.arrive([(ports[seat % len(ports)], seat) for seat in range(callers)])
        how = ", half of them by ssh" if ssh else ""
        yield f"{callers} callers{how} at {callers // SEATS} tables, a key every two seconds each"
        yield f"  {answers(callers_there, host, seconds).told()}"
        if ssh:
            halves = [callers_there.callers[0::2], callers_there.callers[1::2]]
            for name, some in zip(("telnet", "ssh"), halves, strict=True):
                latencies = [time for caller in some for time in caller.latencies]
                yield f"  by {name}: {Answers(latencies, 0.0).times()}"
            yield "the same, beside hostile callers by ssh"
            with beside_hostile_callers(host.ssh_port):
                yield f"  {answers(callers_there, host, seconds).told()}"
        each = (host.memory - empty) / callers
        yield f"  memory: {each:.2f} MB a caller (at most {MEMORY}), {empty:.0f} MB for the host"
        yield f"  nobody plays: {load(callers_there, host, rest):.1f} % of a core (at most {LOAD})"
        slow, stopped = SLOW * callers // CALLERS, STOPPED * callers // CALLERS
        callers_there.slow_down(callers_there.callers[: 3 * slow : 3], callers_there.callers[1 : 3 * stopped : 3])
        yield f"the same, {slow} of them at 1200 baud, and {stopped} that never read; answers of the others"
        yield f"  {answers(callers_there, host, seconds).told()}"


@contextmanager
def beside_hostile_callers(port: int) -> Iterator[None]:
    """Have the hostile callers of the tests call by ssh, again and again, from a process on the same machine."""
    command = [sys.executable, "-m", "tests.apps.host.hostile_ssh", str(port), "1000"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as mob:
        try:
            yield
        finally:
            mob.terminate()


def answers(callers: SimulatedCallers, host: MeasuredHost, seconds: float) -> Answers:
    before = host.time_used
    latencies = callers.play(seconds)
    return Answers(latencies, (host.time_used - before) / seconds)


def load(callers: SimulatedCallers, host: MeasuredHost, seconds: float) -> float:
    """Return the percentage of a core that a host uses while nobody plays, once it has finished its earlier
    work."""
    for _ in range(SETTLING):
        before = host.time_used
        callers.rest(1.0)
        if host.time_used == before:
            break
    before = host.time_used
    callers.rest(seconds)
    return 100 * (host.time_used - before) / seconds
