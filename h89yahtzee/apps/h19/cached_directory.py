"""Keeps files that are made once for this user, in a directory of the cache that no one else can write to.

The directory is named by the digest of what the files are made from, so another source gets another directory.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path
from stat import S_IWGRP, S_IWOTH
from tempfile import mkdtemp

from h89yahtzee.apps.paths import cache_directory, make_private


def cached_directory(
    environment: Mapping[str, str], kind: str, source: bytes, fill: Callable[[Path], None]
) -> Path:
    """The directory in `kind` of the cache for `source`, by `fill` if it isn't there; OSError if that fails."""
    kept = cache_directory(environment) / kind
    directory = kept / blake2b(source, digest_size=8).hexdigest()
    _make_private(kept)
    if not directory.is_dir():
        _make(directory, fill)
    return directory


def _make_private(directory: Path) -> None:
    """Make a directory that no one else can write to, as what is there decides what a command does."""
    make_private(directory)
    status = directory.stat()
    if status.st_uid != os.geteuid() or status.st_mode & (S_IWGRP | S_IWOTH):
        raise PermissionError(f"{directory}: expected a directory that is this user's and no other can write to")


def _make(directory: Path, fill: Callable[[Path], None]) -> None:
    """Fill beside `directory`, then rename: it is never there in part, and whoever is second changes nothing."""
    scratch = Path(mkdtemp(prefix="new-", dir=directory.parent))
    try:
        fill(scratch)
        try:
            scratch.rename(directory)
        except OSError:
            if not directory.is_dir():
                raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
