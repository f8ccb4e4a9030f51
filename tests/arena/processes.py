"""Whether processes of bots have ended."""

import time
from pathlib import Path


def is_gone(process: int) -> bool:
    """Whether it has ended, even if its parent hasn't asked for its exit status yet."""
    try:
        state = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state == "Z"


def wait_until_gone(process: int) -> bool:
    deadline = time.monotonic() + 10
    while not is_gone(process) and time.monotonic() < deadline:
        time.sleep(0.01)
    return is_gone(process)
