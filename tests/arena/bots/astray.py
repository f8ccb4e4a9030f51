"""A program that plays as it should until its third turn of a game, and then does what its argument says.

First it writes the path of its folder to standard error.
"""

import errno
import fcntl
import json
import os
import resource
import signal
import socket
import sys
import termios
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path


def say(message: object) -> None:
    os.write(1, json.dumps(message).encode() + b"\n")


def wait_until_heard() -> None:
    while any(fcntl.ioctl(1, termios.FIONREAD, bytes(4))):
        time.sleep(0.001)


def flood() -> None:
    while True:
        os.write(1, b"6" * 65536)


def chatter() -> None:
    while True:
        os.write(1, b'{"message": "score", "category": "chance"}\n' * 1000)


def twice() -> None:
    """Write two answers to one message, the second 0.05 s after the first."""
    say({"message": "keep", "indices": []})
    time.sleep(0.05)
    say({"message": "keep", "indices": []})


def lie() -> None:
    say({"message": "score", "category": "yahtzee", "points": 50, "dice": [6, 6, 6, 6, 6]})


def cheat() -> None:
    say({"message": "score", "category": "bonus"})


def multiply() -> None:
    while True:
        os.fork()


def close_output() -> None:
    os.close(1)
    time.sleep(60)


def close_all() -> None:
    os.closerange(0, 3)
    time.sleep(60)


def eat_memory() -> None:
    pieces = [bytes([1]) * 2**24]
    while True:
        pieces.append(pieces[0][1:])


def kill_itself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def half_a_line() -> None:
    os.write(1, b'{"message": "keep", ')
    time.sleep(60)


def drip() -> None:
    """Write spaces for twenty seconds, one each 0.025 s, and then an answer."""
    for _ in range(800):
        time.sleep(0.025)
        os.write(1, b" ")
    say({"message": "score", "category": "chance"})


def bytes_of_no_text() -> None:
    os.write(1, b"\xc3\x28\xff\x00\n")


def huge_number() -> None:
    os.write(1, b'{"message": "keep", "indices": [' + b"9" * 4000 + b"]}\n")


def too_long() -> None:
    say({"message": "keep", "indices": [0] * 5000})


def deep() -> None:
    os.write(1, b"[" * 3000 + b"\n")


def ignore_signals() -> None:
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(60)


ASTRAY: dict[str, Callable[[], object]] = {
    "slow": lambda: time.sleep(60),
    "crash": lambda: 1 // 0,
    "exit": lambda: sys.exit(0),
    "flood": flood,
    "chatter": chatter,
    "twice": twice,
    "lie": lie,
    "cheat": cheat,
    "fork": multiply,
    "close-output": close_output,
    "close-all": close_all,
    "memory": eat_memory,
    "kill-itself": kill_itself,
    "half-a-line": half_a_line,
    "drip": drip,
    "no-text": bytes_of_no_text,
    "huge-number": huge_number,
    "too-long": too_long,
    "deep": deep,
    "deaf": ignore_signals,
}


def attempt(what: Callable[[], object]) -> str:
    """The outcome of an attempt: `done` or the name of the error."""
    try:
        what()
    except OSError as error:
        # On a file system that is mounted read-only, EROFS is reported before permissions are looked at.
        return "PermissionError" if error.errno == errno.EROFS else type(error).__name__
    return "done"


def pry(secret: str) -> None:
    """Try to get at things that a bot may not have, and write to standard error how each attempt went."""
    parent, folder = os.getppid() or 1, [path.name for path in Path().iterdir()]
    attempts = {
        "its referee's command line": lambda: Path(f"/proc/{parent}/cmdline").read_bytes(),
        "its referee's memory": lambda: os.open(f"/proc/{parent}/mem", os.O_RDONLY),
        "a hidden file": lambda: Path(secret).read_bytes(),
        "to write a file": lambda: Path(secret).with_name("written").write_bytes(b"1"),
        "to remove a file": lambda: Path(secret).unlink(),
        "to kill its referee": lambda: os.kill(parent, signal.SIGTERM),
        "to kill everybody": lambda: os.kill(-1, signal.SIGTERM),
        "a socket": lambda: socket.socket().close(),
        "its own file": lambda: Path(__file__).read_bytes(),
        "to write in its folder": lambda: Path("note").write_bytes(b"1"),
        "to see itself": lambda: Path("/proc/self/status").read_bytes(),
    }
    status = dict(line.split(":\t") for line in Path("/proc/self/status").read_text().splitlines())
    capabilities = {name: int(status[name], 16) for name in ("CapEff", "CapPrm", "CapBnd")}
    processes = resource.getrlimit(resource.RLIMIT_NPROC)
    sys.stderr.write(json.dumps({what: attempt(how) for what, how in attempts.items()}) + "\n")
    seen = {"environment": sorted(os.environ), "folder": folder, "files": open_files()}
    sys.stderr.write(json.dumps({**seen, "capabilities": capabilities, "processes": processes}) + "\n")


def open_files() -> list[int]:
    return [number for number in range(200) if attempt(partial(os.fstat, number)) == "done"]


def tell_folder(_: str) -> None:
    sys.stderr.write(f"{Path().absolute()}\n")
    sys.stderr.flush()


TELLING = {"pry": pry, "folder": tell_folder}
"""Functions that write something to standard error in the bot's third turn; the bot then plays on."""


def play(astray: str, secret: str) -> None:
    turns = games = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["message"] == "bye":
            while astray == "stay":
                time.sleep(60)
            return
        if message["message"] == "hello":
            turns, games = 0, games + 1
        if message["message"] != "turn":
            if astray not in (f"mute at {message['message']}", f"mute at {message['message']} {games}"):
                say({"message": message["message"]})
            if astray == f"early after {message['message']}":
                wait_until_heard()
                say({"message": "score", "category": "chance"})
            continue
        turns += 1
        if turns == 3 and astray in ASTRAY:
            ASTRAY[astray]()
            continue
        if turns == 3 and astray in TELLING:
            TELLING[astray](secret)
        say({"message": "score", "category": next(iter(message["legal"]))})


if __name__ == "__main__":
    sys.stderr.write(f"{os.getcwd()}\n")
    sys.stderr.flush()
    play(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
