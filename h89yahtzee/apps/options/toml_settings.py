"""The parser of settings in TOML: keys are the long names of options, whose declarations parse the values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.options.declarations import Declaration, on_off, settings_of
from h89yahtzee.game.near_words import did_you_mean, one_of
from h89yahtzee.store.own_files import read_file

_T = TypeVar("_T")
LONGEST = 2**16
"""The most bytes of a settings file."""


class SettingsError(UsageError):
    """Settings that can't be parsed; the message names the line or the key, and the expected form."""


def parsed_file(path: Path, parse: Callable[[dict[str, object]], _T]) -> _T:
    """Return the result of the function `parse`, called with the TOML table in the file at `path`.

    SettingsError if the file is invalid, with the file's name; OSError if it can't be read.
    """
    try:
        return parse(parsed_toml(read_file(path, LONGEST).decode("utf-8")))
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: expected TOML, which is UTF-8") from None
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from None


def settings_in(table: Mapping[str, object], declared: type) -> dict[str, object]:
    """Return the values of a TOML table by the names of the fields of `declared`, for `OptionParser.parse`.

    SettingsError for a key that isn't a setting, and for a wrong value.
    """
    known = settings_of(declared)
    for key in table:
        if key not in known:
            keys = sorted(known)
            raise SettingsError(f"expected a setting ({', '.join(keys)}), not {key!r}{did_you_mean(key, keys)}")
    return {known[key][0]: _value(key, known[key][1], value) for key, value in table.items()}


def parsed_toml(text: str) -> dict[str, object]:
    import tomllib  # slow to import, and most people have no settings

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"expected TOML: {error}") from None
    except (ValueError, RecursionError):
        raise SettingsError("expected TOML with shorter numbers and fewer brackets") from None


def _value(key: str, option: Declaration, value: object) -> object:
    if option.repeats:
        values = value if isinstance(value, list) else [value]
        return tuple(_single_value(key, option, each) for each in values)
    return _single_value(key, option, value)


def _single_value(key: str, option: Declaration, value: object) -> object:
    if isinstance(value, bool) and (option.is_switch or option.takes is on_off):
        return value
    if option.is_switch:
        raise SettingsError(f"{key}: expected true or false, not {value!r}")
    if isinstance(value, bool) or not isinstance(value, int | str):
        expected = one_of(option.words) if option.words else "a number or a text"
        raise SettingsError(f"{key}: expected {expected}, not {value!r}")
    try:
        return option.read(str(value))
    except ValueError as error:
        raise SettingsError(f"{key}: {error}") from None
