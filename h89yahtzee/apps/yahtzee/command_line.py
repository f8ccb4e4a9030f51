"""The parsers of `yahtzee`'s command line and of its settings file (TOML; the keys are long names of options)."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.options.declarations import chosen_as, rules_asked_for, settings_of
from h89yahtzee.apps.options.option_parser import (
    LONGEST,
    OptionParser,
    check_one,
    given_options,
    parsed_file,
    parsed_toml,
    settings_in,
)
from h89yahtzee.apps.paths import existing, make_private, settings_file
from h89yahtzee.apps.yahtzee.yahtzee_options import EXAMPLES, HERE, Options
from h89yahtzee.game.near_words import not_among, one_of
from h89yahtzee.game.record import HUMAN, MAX_PLAYERS, Player
from h89yahtzee.game.rules import H89, OFFICIAL, RULE_SETS, RuleSet
from h89yahtzee.notation.tokens import format_rules
from h89yahtzee.players.catalogue import LEVELS, STRATEGIES, default_for, strategies_for
from h89yahtzee.rooms.start_rows import KINDS
from h89yahtzee.screen.typed_line import plain_name
from h89yahtzee.store.own_files import read_file, replace_file
from h89yahtzee.table.daily import can_be_daily
from h89yahtzee.table.preferences import (
    OLDSTYLE,
    PREFERENCES,
    Coach,
    Mark,
    Mode,
    Preferences,
    Written,
    preferences_for,
)
from h89yahtzee.table.texts import OPPONENT_NAME, YOU, fault_of_names

_MEANT_AS_OPTIONS = ("help", "version", "continue", "games", "scores", "review", "replay")
"""Names of options that newcomers type without the dashes, as if they were players."""
_OF_A_GAME = ("rules", "columns", "bonus", "mode", "daily", "level", "seed", "ha", "hb", "duplicate", "new_grid")
"""The options that describe a new game, apart from the players' names."""
_SOURCES = {
    "replay": "says who played and how",
    "go_on": "says who played and how",
    "join": "plays at the tables of a host",
    "games": "plays no game",
    "scores": "plays no game",
    "review": "plays no game",
    "referee": "reads what was played from standard input",
}
"""The options that can't be given together with players' names or with options of a new game: from the option's
field to the reason, in the words of the error message."""
_NOT_DAILY = ("mode", "level", "seed", "ha", "hb", "new_grid")
"""Options of a game that the game of the day can't have."""
_NOT_AT_DOOR = ("line", "baud", "term", "oldstyle", *(source for source in _SOURCES if source != "join"))


def preferences(options: Options, rules: RuleSet) -> Preferences:
    """Return a person's preferences in a game by `rules`: the default preferences, changed by the options.

    With `--oldstyle` the options change the preferences that reproduce version 1.1 of the game.
    """
    usual = OLDSTYLE if options.oldstyle else preferences_for(rules)
    chosen = replace(usual, **{**options.preferred, "think_time": options.delay})
    return replace(chosen, confirm_zero=False, take_back=False) if options.oldstyle else chosen


def check_options(arguments: Sequence[str]) -> None:
    """Raise UsageError for options that are wrong whatever the settings are; SystemExit(0) after `--help` etc."""
    _check_together(_parse(arguments, {}))


def parse_options(arguments: Sequence[str], settings: Mapping[str, object] | None = None) -> Options:
    """Return the options given by the command line, `arguments`, or else by `settings`.

    `settings` has the settings file's values, keyed by the fields of `Options`. Errors are those of
    `check_options`, and UsageError if the options contradict each other.
    """
    chosen = _parse(arguments, {})
    _check_together(chosen)
    said = frozenset(name for name, value in vars(chosen).items() if value is not None and value != [])
    if settings:
        chosen = _parse(arguments, _fitting(settings, chosen))
    if chosen.daily is not None and chosen.rules is None:
        chosen.rules = OFFICIAL.name
    rules = rules_asked_for(chosen.rules or H89.name, chosen.columns, chosen.bonus)
    players = _players(chosen.names, chosen.mode, chosen.level, rules)
    if fault := fault_of_names(players):
        raise UsageError(f"expected {fault}")
    _check_lines(chosen, players)
    _check_daily(chosen, players, rules)
    _check_grid(chosen, players, rules)
    return chosen_as(
        Options,
        chosen,
        said=said,
        players=players,
        delay=_delay(chosen.delay, chosen.think_time),
        duplicate=bool(chosen.duplicate or chosen.daily) or chosen.mode == Mode.SYNCHRONIZED.value,
        plain=bool(chosen.plain or chosen.upper or chosen.accessible),
    )


def _parser() -> OptionParser:
    return OptionParser(
        Options,
        usage="yahtzee [--accessible] [options] [name | =name[:strategy]] ...",
        description="H89 YAHTZEE for 1 to 10 players, chosen on a page unless they are named. A name with = is "
        "played by the computer. --accessible is for a screen reader.",
        epilog=f"strategies: {', '.join(STRATEGIES)} (unless one is named: classic with h89, optimal with others)",
        examples=EXAMPLES,
        operand="names",
    )


def _parse(arguments: Sequence[str], settings: Mapping[str, object]) -> SimpleNamespace:
    chosen = _parser().parse(arguments, settings)
    typed = chosen.names[0] if chosen.names and "--" not in arguments else ""
    if typed.lower() in _MEANT_AS_OPTIONS and all(map(str.isdigit, chosen.names[1:])):
        named = f"a player called {typed} is written -- {typed}"
        raise UsageError(f"{typed!r}: expected players or options, as --{typed.lower()}; {named}")
    return chosen


def _fitting(settings: Mapping[str, object], said: SimpleNamespace) -> dict[str, object]:
    """Return the settings, keyed by fields of `Options`, that don't contradict the options `said` on the command
    line."""
    screen = said.line or said.term or said.baud
    rules = RULE_SETS[said.rules or str(settings.get("rules", H89.name))]
    old = settings.get("oldstyle") if said.oldstyle is None else said.oldstyle
    unfit = {
        "plain": screen,
        "upper": screen or said.plain is False,
        "think_time": said.delay is not None,
        "oldstyle": said.mark == Mark.KEEP.value or _has_coach(said) or said.chances,
        "mark": old and said.mark is None,
        "coach": old and said.coach is None,
        "chances": old and said.chances is None,
        "columns": settings.get("columns") not in rules.column_choices,
        "bonus": settings.get("bonus") not in rules.bonus_choices,
        "mode": said.daily is not None or not _fits_mode(settings.get("mode"), said, rules),
        "level": said.daily is not None,
    }
    return {name: value for name, value in settings.items() if not unfit.get(name)}


def _fits_mode(mode: object, said: SimpleNamespace, rules: RuleSet) -> bool:
    try:
        _players(said.names, str(mode), None, rules)
    except UsageError:
        return False
    return mode != Mode.SYNCHRONIZED.value or said.duplicate is not False


def _check_together(chosen: SimpleNamespace) -> None:
    screen = given_options(Options, chosen, ("line", "baud", "term"))
    if screen and (in_text := given_options(Options, chosen, ("plain", "upper", "accessible"))):
        option = in_text[0]
        raise UsageError(f"{option} uses no screen: expected it without {', '.join(screen)}")
    if chosen.oldstyle and chosen.mark == Mark.KEEP.value:
        raise UsageError("--oldstyle blanks the dice that roll: expected it without --mark keep")
    if chosen.oldstyle and _has_coach(chosen):
        raise UsageError("--oldstyle knows no coach: expected it without --coach")
    if chosen.oldstyle and chosen.chances:
        raise UsageError("--oldstyle knows no chances: expected it without --chances on")
    if chosen.report is not None and all(line.url == HERE for line in chosen.line or ()):
        raise UsageError(f"--report measures serial lines: expected a --line other than {HERE}")
    if chosen.verbose and chosen.door is None:
        raise UsageError("--verbose says what a board's drop file tells: expected --door with it")
    _check_source(chosen)
    elsewhere = given_options(Options, chosen, _NOT_AT_DOOR)
    if chosen.door is not None and elsewhere:
        raise UsageError(f"--door plays with a board's caller: expected it without {', '.join(elsewhere)}")


def _has_coach(chosen: SimpleNamespace) -> bool:
    return chosen.coach not in (None, Coach.OFF.value)


def _check_source(chosen: SimpleNamespace) -> None:
    """Raise UsageError if two options of `_SOURCES` were given, or one of them together with players' names or with
    an option that doesn't fit it. Also raise it if `--continue` was given with `--oldstyle`, or `--json` without
    `--scores`."""
    sources = given_options(Options, chosen, _SOURCES)
    check_one(sources)
    for name in _SOURCES:
        further = {"go_on": (), "join": ("record", "line", "upper")}.get(name, ("record",))
        extra = [*chosen.names, *given_options(Options, chosen, (*_OF_A_GAME, *further))]
        if extra and given_options(Options, chosen, [name]):
            raise UsageError(f"{sources[0]} {_SOURCES[name]}: expected it without {', '.join(extra)}")
    if chosen.go_on is not None and chosen.oldstyle:
        raise UsageError("--oldstyle saves no games: expected it without --continue")
    if chosen.json and not chosen.scores:
        raise UsageError("--json is a form of --scores: expected that too")


def _check_lines(chosen: SimpleNamespace, players: Sequence[Player]) -> None:
    """Raise UsageError if two `--line` have the same URL, or if several `--line` are given with `--replay`, or not
    as many as there are people. The people in a game to be resumed (`--continue`) aren't counted here."""
    urls = [line.url for line in chosen.line or ()]
    if twice := [url for url in urls if urls.count(url) > 1]:
        raise UsageError(f"--line {twice[0]}: expected a line of its own for each person")
    if len(urls) < 2 or chosen.go_on is not None:
        return
    if chosen.replay is not None:
        raise UsageError("--replay shows games on one terminal: expected one --line")
    people = sum(player.strategy == HUMAN for player in players) if chosen.names else 0
    if people != len(urls):
        raise UsageError(f"--line {len(urls)} times: expected as many names without =, not {people}")


def _check_daily(chosen: SimpleNamespace, players: Sequence[Player], rules: RuleSet) -> None:
    """Raise UsageError if `--daily` is given with an option on players or dice, with players other than a single
    person, or with rules of several columns."""
    if chosen.daily is None:
        return
    if extra := given_options(Options, chosen, _NOT_DAILY):
        raise UsageError(f"--daily says who plays and the dice: expected it without {', '.join(extra)}")
    if len(players) > 1 or players[0].strategy != HUMAN:
        raise UsageError(f"--daily is for one person: expected one name, without =, not {' '.join(chosen.names)}")
    if not can_be_daily(rules):
        raise UsageError(f"--daily is for one column: expected other rules than {format_rules(rules)}")


def _check_grid(chosen: SimpleNamespace, players: Sequence[Player], rules: RuleSet) -> None:
    """Raise UsageError for a new grid in a game by rules without grids; without players, rules can still be
    chosen."""
    if chosen.new_grid and players and not rules.column_choices:
        gridded = " or ".join(name for name, others in RULE_SETS.items() if others.column_choices)
        raise UsageError(f"--new-grid: expected rules that have grids ({gridded}), not {format_rules(rules)}")


def _delay(seconds: float | None, milliseconds: int | None) -> float:
    """Return the computer's delay at each step in seconds, 1 by default; UsageError if both arguments are given."""
    if milliseconds is None:
        return 1.0 if seconds is None else seconds
    if seconds is not None:
        raise UsageError("-d and --think-time say the same: expected one of them")
    return milliseconds / 1000


def _players(names: Sequence[str], mode: str | None, level: str | None, rules: RuleSet) -> tuple[Player, ...]:
    if len(names) > MAX_PLAYERS:
        raise UsageError(f"expected 1 to {MAX_PLAYERS} players, not {len(names)}")
    unnamed = default_for(rules) if level is None else LEVELS[level]
    players = tuple(_player(name, rules, unnamed) for name in names) or (Player(YOU),)
    people = [player for player in players if player.strategy == HUMAN]
    if mode is None:
        return players
    if mode == Mode.SOLITAIRE.value:
        if len(players) != 1 or not people:
            raise UsageError(
                f"--mode {mode} is for one person: expected one name, without =, not {' '.join(names)}"
            )
        return players
    if len(people) != 1 or len(players) > 2:
        expected = f"expected a name and one with =, not {' '.join(names)}"
        raise UsageError(f"--mode {mode} is for one person and the computer: {expected}")
    return players if len(players) == 2 else (*players, Player(OPPONENT_NAME, unnamed))


def _player(word: str, rules: RuleSet, unnamed: str) -> Player:
    """Return the player that `word` describes: `name` is a person, `=name[:strategy]` is a computer player, whose
    strategy is `unnamed` if `word` gives none."""
    if not word.startswith("="):
        return Player(_name(word, word), HUMAN)
    name, colon, typed = word[1:].partition(":")
    strategy = LEVELS.get(typed, typed)
    if colon and strategy not in STRATEGIES:
        raise UsageError(f"{word!r}, after the colon: expected {not_among(typed, (*STRATEGIES, *LEVELS))}")
    if strategy and strategy not in strategies_for(rules):
        able = one_of(strategies_for(rules))
        raise UsageError(f"{word!r}: {strategy} can't play {format_rules(rules)}; expected {able}")
    return Player(_name(name, word), strategy or unnamed)


def player_word(player: Player, rules: RuleSet) -> str:
    """Return the word for `player` on the command line, without a strategy that is the default for `rules`."""
    if player.strategy == HUMAN:
        return player.name
    strategy = "" if player.strategy == default_for(rules) else f":{KINDS[player.strategy]}"
    return f"={player.name}{strategy}"


def _name(name: str, word: str) -> str:
    plain = plain_name(name)
    if not plain:
        raise UsageError(f"{word!r}: expected a name in the letters, digits and signs of ASCII")
    return plain


_HEAD = "# The settings of yahtzee. What the command line says goes before them."


def user_settings() -> dict[str, object]:
    """Return the settings in the user's file, empty if there is no file; errors are those of `parsed_file`."""
    path = existing(settings_file)
    return {} if path is None else parsed_file(path, lambda table: settings_in(table, Options))


def keep_preferences(preferences: Preferences, rules: RuleSet) -> bool:
    """Write the preferences in a game by `rules` to the user's settings file; return whether that succeeded."""
    try:
        save_preferences(settings_file(os.environ), preferences, rules)
    except (OSError, ValueError):
        return False
    return True


def save_preferences(path: Path, preferences: Preferences, rules: RuleSet) -> None:
    """Write the preferences to the settings file at `path`; its other settings are kept, its comments are lost.

    A preference that the file doesn't have yet, and that is the default in games by `rules`, isn't written, since
    games by other rules may have another default.

    OSError if the file can't be read or written, ValueError if it is invalid.
    """
    table = parsed_toml(read_file(path, LONGEST).decode("utf-8")) if path.exists() else {}
    settings_in(table, Options)
    settings = {key: value for key, value in table.items() if isinstance(value, Written)}
    target = path.resolve()
    make_private(target.parent)
    usual = written(preferences_for(rules))
    changed = {
        key: value for key, value in written(preferences).items() if key in settings or value != usual.get(key)
    }
    replace_file(target, dump(settings | changed).encode("utf-8"))


def written(preferences: Preferences) -> dict[str, Written]:
    """Return `preferences` as a settings file has them: a dictionary from the file's keys to its values.
    Preferences that are None, or that the file can't express, are left out."""
    found = {
        preference.key: preference.values.written(value)
        for preference in PREFERENCES
        if (value := getattr(preferences, preference.name)) is not None
    }
    return {key: value for key, value in found.items() if value is not None}


def dump(settings: Mapping[str, Written]) -> str:
    """Return the text of a settings file, as `user_settings` reads it; the keys are long names of options."""
    assert settings.keys() <= settings_of(Options).keys()
    return "".join(f"{line}\n" for line in (_HEAD, *(f"{key} = {_toml(value)}" for key, value in settings.items())))


def _toml(value: Written) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    import json  # imported late, since most games begin without this module

    return json.dumps(value)
