"""A Python that has imported the program and forks for each start; `tests.programs` asks it to.

    python -m tests.fork_server FD

serves the socket FD until its other end is closed, by whatever. A request is the length of a JSON text, with the
three standard streams sent along, then the text. The answer is the number of a process whose parent is the one that
asked: it was forked twice, and whoever asks adopts orphans meanwhile.

The child differs from a fresh Python in what is imported, in the command line that `ps` shows and in the order of
sets, which is the server's; the solver's values and what painters draw are shared by all; and at its end nothing is
taken down, which would take longer than the start.
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
    """`session`: in one of its own; `terminal`: stdin becomes the controlling terminal."""

    argv: list[str]
    environment: dict[str, str]
    cwd: str
    session: bool
    terminal: bool


READ_ON_IMPORT = ("BLESSED_", "ESCDELAY")
"""How the variables begin that a package looks at when it is imported, blessed alone."""


_OF_AN_SDK = "h89yahtzee.apps.mcp.server"
"""The module whose imports take longer than all others; the tests fork none that needs it."""


def preload() -> None:
    import h89yahtzee
    from h89yahtzee.apps.command import CommandError

    for module in pkgutil.walk_packages(h89yahtzee.__path__, "h89yahtzee."):
        if module.name.rpartition(".")[2].startswith("_") or module.name == _OF_AN_SDK:
            continue
        # Packages for extras aren't everywhere.
        with contextlib.suppress(ModuleNotFoundError, CommandError):
            importlib.import_module(module.name)
    importlib.import_module("blessed")


def serve(control: socket.socket) -> Request:
    """Returns in each child, with what is asked of it and with its streams in place."""
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
    """Take over what a process gets from the one that starts it."""
    if request["session"]:
        os.setsid()
    else:
        os.setpgid(0, 0)  # a signal to its group isn't for the server
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
    """`python -m MODULE ...` or `python -c CODE ...`."""
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
    """What Python does at its end, without taking anything down."""
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
