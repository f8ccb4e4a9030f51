"""A Python process that has imported the package, and forks for each program that `tests.programs` has to start.

    python -m tests.fork_server FD

serves the socket FD until its other end is closed, also if the asking process is killed. A request is the length
of a JSON text, sent with the three standard streams, then the text. The answer is the ID of a process whose parent
is the asking process: it was forked twice, and the asking process adopts orphans meanwhile.

The child differs from a newly started Python in what is imported, in the command line that `ps` shows and in the
order of sets, which is the server's. It shares the solver's values and the painters' drawings with the others. When
it ends, it frees nothing, which would take longer than the start.
"""

import array
import atexit
import contextlib
import fcntl
import gc
import importlib
import io
import json
import os
import pkgutil
import runpy
import signal
import socket
import sys
import termios
import threading
import time
import traceback
import types
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn, TextIO, TypedDict

from tests.shared_drawings import share_drawings
from tests.shared_values import DIRECTORY, share_values
from tests.whole_texts import refuse_cut_texts


class Request(TypedDict):
    """A program to run; `session`: in a new session; `terminal`: its stdin becomes its controlling terminal."""

    argv: list[str]
    environment: dict[str, str]
    cwd: str
    session: bool
    terminal: bool


READ_ON_IMPORT = ("BLESSED_", "ESCDELAY")
"""Prefixes of the environment variables that a package reads when it is imported; only blessed does."""


_OF_AN_SDK = "h89yahtzee.apps.mcp.server"
"""The module whose imports take longer than all others; the tests fork no program that needs it."""


def preload() -> None:
    import h89yahtzee
    from h89yahtzee.apps.command import CommandError

    for module in pkgutil.walk_packages(h89yahtzee.__path__, "h89yahtzee."):
        if module.name.rpartition(".")[2].startswith("_") or module.name == _OF_AN_SDK:
            continue
        # Packages of extras may not be installed.
        with contextlib.suppress(ModuleNotFoundError, CommandError):
            importlib.import_module(module.name)
    importlib.import_module("blessed")


def serve(control: socket.socket) -> Request:
    """Fork a child for each request. Return only in the child: its request; its standard streams are in place."""
    while True:
        length, streams, _, _ = socket.recv_fds(control, array.array("I").itemsize, 3)
        if not length:
            os._exit(0)
        with control.makefile("rb", buffering=0) as stream:
            text = read_all(stream, array.array("I", length)[0])
        if not (first := os.fork()):
            if second := os.fork():
                control.sendall(array.array("i", [second]).tobytes())
                os._exit(0)
            control.close()
            break
        os.waitpid(first, 0)
        control.sendall(b"\0")
        for fileno in streams:
            os.close(fileno)
    for number, fileno in enumerate(streams):
        os.dup2(fileno, number)
    for fileno in streams:
        if fileno > 2:
            os.close(fileno)
    request: Request = json.loads(text)
    return request


def read_all(stream: io.RawIOBase | socket.SocketIO, length: int) -> bytes:
    text = b""
    while len(text) < length:
        part = stream.read(length - len(text))
        assert part, "who asked is gone"
        text += part
    return text


def become(request: Request) -> None:
    """Set up all that a started process gets from its parent: session, terminal, folder, environment, streams."""
    if request["session"]:
        os.setsid()
    else:
        os.setpgid(0, 0)  # so that a signal to its group doesn't reach the server
    if request["terminal"]:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.chdir(request["cwd"])
    if import_time(request["environment"]) != import_time(os.environ):
        for name in [name for name in sys.modules if name.partition(".")[0] == "blessed"]:
            del sys.modules[name]
    os.environ.clear()
    os.environ.update(request["environment"])
    time.tzset()
    for fileno, name in enumerate(("stdin", "stdout", "stderr")):
        stream = standard_stream(fileno, getattr(sys, name))
        vars(sys).update({name: stream, f"__{name}__": stream})
    sys.orig_argv = request["argv"]


def import_time(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name.startswith(READ_ON_IMPORT)}


def standard_stream(fileno: int, like: TextIO) -> io.TextIOWrapper:
    """Open a stream as Python does when it starts."""
    raw = io.FileIO(fileno, "w" if fileno else "r", closefd=False)
    raw.name = like.name
    buffer = io.BufferedWriter(raw) if fileno else io.BufferedReader(raw)
    lines = fileno == 2 or raw.isatty()
    stream = io.TextIOWrapper(buffer, like.encoding, like.errors, newline="\n", line_buffering=lines)
    vars(stream)["mode"] = like.mode
    return stream


def run_program(argv: list[str]) -> None:
    """Run what the command line `python -m MODULE ...` or `python -c CODE ...` would run."""
    _, option, program, *words = argv
    paths = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    sys.path[:1] = ["" if option == "-c" else str(Path.cwd()), *paths]
    sys.argv = [option, *words]
    if option == "-m":
        runpy.run_module(program, run_name="__main__", alter_sys=True)
    else:
        main = sys.modules["__main__"] = types.ModuleType("__main__")
        exec(compile(program, "<string>", "exec"), vars(main))


def exit_status() -> int:
    """Return the exit status of the exception that ends the program, and print it as Python does."""
    kind, error, trace = sys.exc_info()
    if isinstance(error, SystemExit):
        if error.code is None or isinstance(error.code, int):
            return error.code or 0
        sys.stderr.write(f"{error.code}\n")
        return 1
    assert kind is not None
    assert error is not None
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    sys.excepthook(kind, error.with_traceback(trace), trace)
    return -signal.SIGINT if isinstance(error, KeyboardInterrupt) else 1


def end(status: int) -> NoReturn:
    """End the process as Python does, but free nothing; a negative `status` is the signal that it dies of."""
    vars(threading)["_shutdown"]()
    vars(atexit)["_run_exitfuncs"]()
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None and not stream.closed:
                stream.flush()
        except OSError:
            traceback.print_exc()
            status = 120
    if status < 0:
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(status & 0xFF)


def main() -> NoReturn:
    if DIRECTORY in os.environ:
        share_values()
        share_drawings()
    gc.disable()
    preload()
    refuse_cut_texts()
    gc.freeze()
    gc.enable()
    request = serve(socket.socket(fileno=int(sys.argv[1])))
    status = 0
    try:
        become(request)
        run_program(request["argv"])
    except BaseException:  # noqa: BLE001 - as Python at its top
        status = exit_status()
    end(status)


if __name__ == "__main__":
    main()
