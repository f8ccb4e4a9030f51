"""Programs that the fork server forks, compared with the same programs if they are started."""

import json
import os
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from tests import programs
from tests.parameters import few_fast
from tests.programs import ROOT, can_be_forked, on_terminal

TIME_LIMIT = 240
ENVIRONMENT = {
    "LC_ALL": "C.UTF-8",
    "PATH": os.environ["PATH"],
    "TZ": "Asia/Tokyo",
    "BLESSED_QUERY_TIMEOUT_SECONDS": "1",
}

PROBE = """
import json, locale, os, signal, sys, time, threading, resource
import blessed.keyboard
streams = (sys.stdin, sys.stdout, sys.stderr)
status = dict(line.split(":\\t") for line in open("/proc/self/status").read().splitlines() if ":\\t" in line)
opened = [os.path.realpath("/proc/self/fd/" + name) for name in os.listdir("/proc/self/fd")]
told = {
    "argv": sys.argv,
    "orig_argv": sys.orig_argv,
    "path": sys.path,
    "flags": [*sys.flags],
    "environment": dict(os.environ),
    "cwd": os.getcwd(),
    "main": [__name__, sys.modules["__main__"].__dict__ is globals(), "__file__" in globals()],
    "streams": [(s.name, s.fileno(), s.encoding, s.errors, s.line_buffering, s.isatty(), s.mode) for s in streams],
    "originals": [s is t for s, t in zip(streams, (sys.__stdin__, sys.__stdout__, sys.__stderr__))],
    "descriptors": len([path for path in opened if ".so" not in path]),  # libffi keeps its own file open
    "signals": [status[name] for name in ("SigBlk", "SigIgn", "SigCgt")],
    "interrupted": signal.getsignal(signal.SIGINT) is signal.default_int_handler,
    "threads": [status["Threads"], threading.active_count(), threading.current_thread() is threading.main_thread()],
    "parent": os.getppid(),
    "leads": [os.getsid(0) == os.getpid(), os.getsid(0) == os.getpid() and os.getpgid(0) == os.getpid()],
    "limits": [resource.getrlimit(limit) for limit in (resource.RLIMIT_NOFILE, resource.RLIMIT_CORE)],
    "umask": os.umask(0o22),
    "nice": os.getpriority(os.PRIO_PROCESS, 0),
    "zone": time.tzname,
    "locale": locale.setlocale(locale.LC_CTYPE),
    "blessed": blessed.keyboard.DEFAULT_ESCDELAY,
    "terminal": os.get_terminal_size(0) if os.isatty(0) else None,
    "given": sys.stdin.read() if not os.isatty(0) else os.ctermid() and open("/dev/tty").isatty(),
}
print(json.dumps(told))
"""


def python(code: str, *words: str) -> list[str]:
    return [sys.executable, "-c", code, *words]


def both_ways(
    command: list[str], cwd: Path, given: str = "", environment: dict[str, str] = ENVIRONMENT
) -> tuple[subprocess.CompletedProcess[str], subprocess.CompletedProcess[str]]:
    """Run a program twice, started and forked; return what came of each run, in that order."""
    assert can_be_forked(command, environment)
    started = subprocess.run(
        command,
        input=given,
        capture_output=True,
        text=True,
        cwd=cwd,
        env=environment,
        timeout=TIME_LIMIT,
        check=False,
    )
    forked = programs.run(
        command, input=given, capture_output=True, text=True, cwd=cwd, env=environment, timeout=TIME_LIMIT
    )
    return started, forked


@pytest.mark.parametrize("environment", [ENVIRONMENT, {**ENVIRONMENT, "PYTHONPATH": str(ROOT)}])
def test_a_program_finds_the_same(tmp_path: Path, environment: dict[str, str]) -> None:
    started, forked = both_ways(python(PROBE, "two words", ""), tmp_path, "Gr\u00fc\u00dfe\n", environment)
    assert (started.stderr, forked.stderr) == ("", "")
    expected = json.loads(started.stdout)
    assert json.loads(forked.stdout) == expected
    assert expected["parent"] == os.getpid()


def test_a_module_finds_the_same() -> None:
    started, forked = both_ways([sys.executable, "-m", "h89yahtzee", "--version"], ROOT)
    assert (forked.returncode, forked.stdout, forked.stderr) == (0, started.stdout, "")


def on_pty(real: bool, tmp_path: Path) -> dict[str, object]:
    far, near = os.openpty()
    termios.tcsetwinsize(near, (31, 97))
    start = programs.start_on_terminal if real else on_terminal
    program = start(python(PROBE), near, cwd=tmp_path, env=ENVIRONMENT)
    os.close(near)
    told = b""
    with os.fdopen(far, "rb", buffering=0) as stream:
        while not told.endswith(b"\n"):
            told += stream.read(4096)
        assert program.wait(TIME_LIMIT) == 0
    found: dict[str, object] = json.loads(told)
    return found


def test_a_program_on_a_terminal_finds_the_same(tmp_path: Path) -> None:
    started, forked = on_pty(True, tmp_path), on_pty(False, tmp_path)
    assert forked == started
    assert started["terminal"] == [97, 31]
    assert started["given"] is True


ENDS = {
    "at the end": "print('said')",
    "nothing": "import sys; print('said'); sys.exit()",
    "a number": "import sys; sys.exit(300)",
    "a text": "import sys; sys.exit('a text')",
    "an exception": "print('said'); raise ValueError('why')",
    "CTRL-C": "raise KeyboardInterrupt",
    "a signal": "import os; os.kill(os.getpid(), 9)",
    "a broken pipe": "import os, signal; signal.signal(signal.SIGPIPE, signal.SIG_DFL); os.kill(os.getpid(), 13)",
    "at once": "import os; print('not said'); os._exit(3)",
    "atexit": "import atexit; atexit.register(print, 'said'); print('before')",
    "a thread": "from threading import Thread, main_thread as main\n"
    "Thread(target=lambda: (main().join(), print('said'))).start(); print('before')",
    "a child": "import os; pid = os.fork(); print('both'); pid and os.waitpid(pid, 0)",
}


@pytest.mark.parametrize("code", few_fast(5, ENDS.values()), ids=ENDS)
def test_a_program_ends_the_same(tmp_path: Path, code: str) -> None:
    started, forked = both_ways(python(code), tmp_path)
    assert (forked.returncode, forked.stdout) == (started.returncode, started.stdout)
    # In between, a started Python 3.13 prints lines of the code, a forked one does not.
    assert ends_of(forked.stderr) == ends_of(started.stderr)


def ends_of(text: str) -> list[str]:
    lines = text.splitlines()
    return [*lines[:1], *lines[-1:]]


def test_an_output_that_takes_nothing_is_told_the_same() -> None:
    for run in (subprocess.run, programs.run):
        with Path("/dev/full").open("wb") as full:
            ended = run(python("print('said')"), stdout=full, stderr=subprocess.PIPE, env=ENVIRONMENT)
        assert ended.returncode == 120
        assert b"No space left on device" in ended.stderr


def test_a_signal_reaches_it() -> None:
    command = python("import time; print('on', flush=True); time.sleep(50)")
    with programs.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "on\n"
        assert program.poll() is None
        program.send_signal(signal.SIGTERM)
        assert program.wait(TIME_LIMIT) == -signal.SIGTERM


KILLED = """
import os, sys
from subprocess import PIPE
from tests.programs import Popen
program = Popen([sys.executable, "-c", "import os; print(os.getpgid(0), flush=True); input()"], stdin=PIPE, env={})
print(program.pid, flush=True)
os.kill(os.getpid(), 9)
"""


def test_the_server_ends_when_the_test_process_is_killed() -> None:
    """Reading the output ends only when every process that has the pipe open has ended, and the server is one."""
    with subprocess.Popen(
        python(KILLED), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as killed:
        output, errors = killed.communicate(timeout=TIME_LIMIT)
    assert killed.returncode == -signal.SIGKILL
    assert errors.endswith("EOFError: EOF when reading a line\n")
    assert len(set(output.split())) == 1


@pytest.mark.parametrize(
    ("command", "environment"),
    [
        (["/bin/true"], {}),
        ([sys.executable, "-X", "importtime", "-m", "h89yahtzee"], {}),
        (python(""), {"PYTHONPATH": "/elsewhere"}),
        (python(""), {"PYTHONIOENCODING": "latin-1"}),
        (python(""), {"LC_ALL": "en_US.ISO-8859-1"}),
        (python(""), {"LC_ALL": "C"}),
    ],
)
def test_what_the_server_cant_stand_for_is_started(command: list[str], environment: dict[str, str]) -> None:
    assert not can_be_forked(command, environment)
