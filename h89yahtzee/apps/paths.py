"""The paths of a user's files, by the XDG Base Directory Specification, and of folders that come with the package.

Functions that take an environment raise OSError if the user has no home directory.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path


def shipped_folder(installed: str, in_clone: str) -> Path:
    """Return the path of a folder that comes with the package: of the folder `installed` inside the package or, if
    that doesn't exist, as in a clone of the repository, of the folder `in_clone` beside the package."""
    package = Path(__file__).parents[1]
    folder = package / installed
    return folder if folder.is_dir() else package.parent / in_clone


def existing(place: Callable[[Mapping[str, str]], Path]) -> Path | None:
    """Return the path that the function `place` returns for this process's environment variables; None if there is
    no file at that path."""
    with suppress(FileNotFoundError):
        path = place(os.environ)
        return path if path.exists() else None
    return None


def cache_directory(environment: Mapping[str, str]) -> Path:
    return _directory(environment, "XDG_CACHE_HOME", ".cache")


def data_directory(environment: Mapping[str, str]) -> Path:
    return _directory(environment, "XDG_DATA_HOME", ".local/share")


def journal_file(environment: Mapping[str, str]) -> Path:
    return data_directory(environment) / "journal.sqlite3"


def settings_file(environment: Mapping[str, str]) -> Path:
    return _directory(environment, "XDG_CONFIG_HOME", ".config") / "config.toml"


def last_choice_file(environment: Mapping[str, str]) -> Path:
    return _directory(environment, "XDG_STATE_HOME", ".local/state") / "last-choice.json"


def make_private(directory: Path) -> None:
    """Create the directory and its missing parents, accessible to this user alone; OSError if that fails."""
    for missing in (*reversed(directory.parents), directory):
        try:
            missing.mkdir(mode=0o700, exist_ok=True)
        except FileExistsError:  # the system's message "File exists" wouldn't say that a directory was expected
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(missing)) from None


def _directory(environment: Mapping[str, str], variable: str, default: str) -> Path:
    """Return the path `h89yahtzee` in the directory that `variable` of the `environment` names, or else in
    `default` below the user's home directory."""
    base = Path(environment.get(variable, ""))
    if not base.is_absolute():
        base = _home(environment) / default
    return base / "h89yahtzee"


def _home(environment: Mapping[str, str]) -> Path:
    try:
        return Path(environment.get("HOME") or Path.home())
    except RuntimeError:
        raise FileNotFoundError("this user has no home directory: expected HOME to be set") from None
