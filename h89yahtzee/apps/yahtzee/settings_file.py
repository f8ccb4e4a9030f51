"""The settings file of `yahtzee`: preferences in TOML, each by the long name of its option."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from h89yahtzee.apps.options.declarations import settings_of
from h89yahtzee.apps.options.toml_settings import LONGEST, parsed_toml, settings_in, settings_in_file
from h89yahtzee.apps.paths import make_private
from h89yahtzee.apps.yahtzee.yahtzee_options import LONGEST_TIME, Options
from h89yahtzee.store.own_files import read_file, replace_file
from h89yahtzee.table.preferences import Preferences

Setting = bool | int | str

_HEAD = "# The settings of yahtzee. What the command line says goes before them."


def read_settings(path: Path) -> dict[str, object]:
    """Parse a file, which the errors name; OSError if it can't be read."""
    return settings_in_file(path, Options)


def parse_settings(text: str) -> dict[str, object]:
    """The settings as `parse_options` takes them."""
    return settings_in(text, Options)


def save_preferences(path: Path, preferences: Preferences) -> None:
    """Write the preferences to the file and keep its other settings; OSError or ValueError if that fails.

    Comments in the file are lost.
    """
    text = read_file(path, LONGEST).decode("utf-8") if path.exists() else ""
    parse_settings(text)
    settings = {key: value for key, value in parsed_toml(text).items() if isinstance(value, Setting)}
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
        "messages": preferences.messages,
        "auto-roll": preferences.auto_roll,
        "throw-time": _milliseconds(preferences.throw_time),
        "think-time": _milliseconds(preferences.think_time),
        "coach": preferences.coach.value,
        "warns-of": preferences.warns_of.value,
        "chances": preferences.chances,
    }


def _milliseconds(seconds: float) -> int:
    """`-d` may ask for more than can be set."""
    return min(round(seconds * 1000), LONGEST_TIME)


def dump(settings: Mapping[str, Setting]) -> str:
    """The text of these settings by their keys; its inverse is `parse_settings`."""
    assert settings.keys() <= settings_of(Options).keys()
    return "".join(f"{line}\n" for line in (_HEAD, *(f"{key} = {_toml(value)}" for key, value in settings.items())))


def _toml(value: Setting) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else json.dumps(value)
