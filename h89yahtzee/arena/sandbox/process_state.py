"""What /proc tells of a bot's process: its threads, and the files without a name that it keeps.

Any thread may live, not only the first one, by whose number the process is called.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

UNKNOWN = 2**20
"""More files than a process may have, if they can't be told: it runs a program that this user may not read."""


def thread_states(process: int) -> Iterator[tuple[Path, str]]:
    """The folder in /proc of each thread, and the letter of its state; nothing of a process that is gone."""
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            with suppress(OSError):
                yield thread, (thread / "stat").read_text("ascii", "replace").rpartition(") ")[2][:1]


def living_thread(process: int) -> Path | None:
    """The folder in /proc of a thread that hasn't ended."""
    return next((thread for thread, state in thread_states(process) if state not in ("Z", "X")), None)


def nameless_files(process: int, folder: Path) -> int:
    """The number of files that were deleted from a folder and are still open or mapped."""
    thread = living_thread(process)
    deleted = re.compile(rf"{re.escape(str(folder))}/.* \(deleted\)", re.DOTALL)
    try:
        return len({*_opened(thread, deleted), *_mapped(thread, deleted)}) if thread else 0
    except PermissionError:  # or it has just ended
        return UNKNOWN if living_thread(process) else 0
    except OSError:
        return 0


def _opened(thread: Path, deleted: re.Pattern[str]) -> Iterator[str]:
    for descriptor in (thread / "fd").iterdir():
        try:
            is_nameless = deleted.match(str(descriptor.readlink())) is not None
        except FileNotFoundError:  # it was closed
            continue
        except OSError:  # its path is too long to be told
            is_nameless = True
        if is_nameless:
            yield descriptor.name


def _mapped(thread: Path, deleted: re.Pattern[str]) -> Iterator[str]:
    for line in (thread / "maps").read_text("utf-8", "replace").splitlines():
        *_, inode, name = [*line.split(maxsplit=5), "", ""][:6]
        if deleted.match(name):
            yield f"inode {inode}"
