"""A program that leaves traces in the system with each move, or looks for those of another program.

The first argument says which of the two. Findings are written to standard error, a text line of JSON for each move;
all of them are equal if nobody else left traces. The second argument is a file that both programs may read.
"""

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

SHARED = Path(sys.argv[2])
numbers: dict[str, int] = {}


def leave() -> None:
    for number in range(20):
        thread = threading.Thread(target=time.sleep, args=(0,))
        thread.start()
        thread.join()
        os.close(os.open(str(number), os.O_CREAT))
        Path(str(number)).unlink()
        os.kill(os.getpid(), signal.SIGRTMIN)
    threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
    SHARED.read_bytes()


def since_last(what: str, number: int) -> int:
    """Return how much larger `number` is than at the last look at the same thing, `what`; 1 at the first look."""
    last, numbers[what] = numbers.get(what, number - 1), number
    return number - last


def thread_number() -> int:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(threading.get_native_id()))
    thread.start()
    thread.join()
    return since_last("thread", found[0])


def file_number() -> int:
    with Path("new").open("w", encoding="ascii") as file:
        number = os.fstat(file.fileno()).st_ino
    Path("new").unlink()
    return since_last("file", number)


def queued_signals() -> str:
    return Path("/proc/self/status").read_text("ascii").partition("SigQ:")[2].split()[0]


LOOKS: dict[str, Callable[[], object]] = {
    "threads": thread_number,
    "files": file_number,
    "reading": lambda: SHARED.stat().st_atime_ns,
    "signals": queued_signals,
    "counts": lambda: Path("/proc/stat").read_text("ascii"),
    "memory": lambda: Path("/proc/meminfo").read_text("ascii"),
}


def play(leaves: bool) -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGRTMIN})
    for line in sys.stdin:
        message = json.loads(line)
        if message["message"] == "bye":
            return
        answer = {"message": message["message"]}
        if message["message"] == "turn":
            answer = {"message": "score", "category": next(iter(message["legal"]))}
            if leaves:
                leave()
            else:
                sys.stderr.write(json.dumps({what: look() for what, look in LOOKS.items()}) + "\n")
                sys.stderr.flush()
        os.write(1, json.dumps(answer).encode() + b"\n")


if __name__ == "__main__":
    play(sys.argv[1] == "leave")
