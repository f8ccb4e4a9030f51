"""Steps of a build: each fills a folder, unless the folder was made of the same files before."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PARTS = ROOT / "build" / "web-parts"
"""The folder with the folders that the steps fill, except that of the last step."""


class BuildError(Exception):
    """Raised if a build fails; the message is a sentence that names the missing part and the remedy."""


def say(text: str) -> None:
    sys.stderr.write(f"h89yahtzee: {text}\n")


def make(folder: Path, saying: str, fill: Callable[[Path], None], made_of: Iterable[Path | str]) -> Path:
    """Return `folder`, filled anew if it is missing or the files and words that it is made of have changed.

    The folder appears in its place only when it is complete: after an interruption it is made again the next time.
    """
    stamp, digest = folder.with_name(f"{folder.name}.stamp"), _digest(made_of)
    if folder.is_dir() and stamp.exists() and stamp.read_text() == digest:
        return folder
    say(f"{saying} ...")
    unfinished = folder.with_name(f"{folder.name}.unfinished")
    for old in (stamp, unfinished):
        _remove(old)
    unfinished.mkdir(parents=True)
    fill(unfinished)
    _remove(folder)
    unfinished.rename(folder)
    stamp.write_text(digest)
    return folder


def _digest(made_of: Iterable[Path | str]) -> str:
    total = hashlib.sha256()
    for part in made_of:
        content = part.read_bytes() if isinstance(part, Path) else part.encode()
        total.update(hashlib.sha256(f"{part}".encode()).digest() + hashlib.sha256(content).digest())
    return total.hexdigest()


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def run(*command: str | Path, failure: str, cwd: Path | None = None) -> str:
    """Run a command and return its output; BuildError, after showing its output, if it fails."""
    ran = subprocess.run(
        [*map(str, command)], cwd=cwd, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    if ran.returncode:
        raise BuildError(f"{ran.stdout}{ran.stderr[-2000:]}h89yahtzee: {failure}")
    return ran.stdout
