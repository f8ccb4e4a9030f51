"""The settings file: preferences in TOML, each by the long name of its option.

The option's declaration says what its value may be.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.options import Declaration, on_off, settings_of
from h89yahtzee.apps.paths import make_private
from h89yahtzee.apps.yahtzee.yahtzee_options import LONGEST_TIME, Options
from h89yahtzee.game.near_words import did_you_mean, one_of
from h89yahtzee.store.own_files import read_file, replace_file
from h89yahtzee.table.preferences import Preferences

Setting = bool | int | str

_LONGEST = 2**16
"""Bytes of the file, at most."""
_HEAD = "# The settings of yahtzee. What the command line says goes before them."


class SettingsError(UsageError):
    """Text that isn't settings; the message names the line or the key, and what was expected."""


def read_settings(path: Path) -> dict[str, object]:
    """Parse a file, which the errors name; OSError if it can't be read."""
    try:
        return parse_settings(read_file(path, _LONGEST).decode("utf-8"))
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: expected TOML, which is UTF-8") from None
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from None


def parse_settings(text: str) -> dict[str, object]:
    """The settings as `parse_options` takes them."""
    known = settings_of(Options)
    return {known[key][0]: _value(key, known[key][1], value) for key, value in _table(text).items()}


def _table(text: str) -> dict[str, object]:
    """The settings as the text has them, by their keys."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"expected TOML: {error}") from None
    except (ValueError, RecursionError):
        raise SettingsError("expected TOML with shorter numbers and fewer brackets") from None
    known = settings_of(Options)
    for key in table:
        if key not in known:
            keys = sorted(known)
            raise SettingsError(f"expected a setting ({', '.join(keys)}), not {key!r}{did_you_mean(key, keys)}")
    return table


def save_preferences(path: Path, preferences: Preferences) -> None:
    """Write the preferences to the file and keep its other settings; OSError or ValueError if that fails.

    Comments in the file are lost.
    """
    text = read_file(path, _LONGEST).decode("utf-8") if path.exists() else ""
    parse_settings(text)
    settings = {key: value for key, value in _table(text).items() if isinstance(value, Setting)}
    target = path.resolve()
    make_private(target.parent)
    replace_file(target, dump(settings | _settings(preferences)).encode("utf-8"))


def _settings(preferences: Preferences) -> dict[str, Setting]:
    some: dict[str, Setting] = {} if preferences.mode is None else {"mode": preferences.mode.value}
    if preferences.analysis_time is not None:
        some["analysis-time"] = round(preferences.analysis_time)
    return some | {
        "potential": preferences.potential.value,
        "mark": preferences.mark.value,
        "confirm-zero": preferences.confirm_zero,
        "auto-roll": preferences.auto_roll,
        "throw-time": _milliseconds(preferences.throw_time),
        "think-time": _milliseconds(preferences.think_time),
        "coach": preferences.coach.value,
    }


def _milliseconds(seconds: float) -> int:
    """`-d` may ask for more than can be set."""
    return min(round(seconds * 1000), LONGEST_TIME)


def dump(settings: Mapping[str, Setting]) -> str:
    """The text of these settings by their keys; its inverse is `parse_settings`."""
    assert settings.keys() <= settings_of(Options).keys()
    return "".join(f"{line}\n" for line in (_HEAD, *(f"{key} = {_toml(value)}" for key, value in settings.items())))


def _value(key: str, option: Declaration, value: object) -> object:
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


def _toml(value: Setting) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else json.dumps(value)
