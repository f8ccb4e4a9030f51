"""The tables that are always there, in a file in TOML.

[[table]]
rules = "official"
computers = "hard"
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

from h89yahtzee.apps.options.declarations import chosen_as, options_of, switch, value, whole_number
from h89yahtzee.apps.options.toml_settings import LONGEST, SettingsError, check_keys, parsed_toml, values_in
from h89yahtzee.game.near_words import not_among
from h89yahtzee.game.record import MAX_PLAYERS, Player
from h89yahtzee.game.rules import BONUSES, H89, RULE_SETS, rule_set
from h89yahtzee.notation.tokens import format_rules
from h89yahtzee.players.catalogue import LEVELS, STRATEGIES, strategies_for
from h89yahtzee.store.own_files import read_file
from h89yahtzee.table.start.choices import Choices
from h89yahtzee.table.start.start_texts import ANYBODY, COMPUTER_NAMES

MOST_TABLES = 100


def _strategy(text: str) -> str:
    strategy = LEVELS.get(text, text)
    if strategy not in STRATEGIES:
        raise ValueError(f"expected {not_among(text, (*LEVELS, *STRATEGIES))}")
    return strategy


@dataclass(frozen=True, slots=True)
class FixedTable:
    """A table as the file has it. The text below a key is its entry in the manual."""

    rules: str = value("--rules NAME", "the rules", RULE_SETS, default=H89.name, setting=True)
    """The rules, as `yahtzee(6)` has them. The default is `h89`."""
    columns: int | None = value("--columns N", "of quintzee", whole_number(1, 6), setting=True)
    """How many columns of `quintzee` are played."""
    bonus: str | None = value("--bonus NAME", "of quintzee", BONUSES, setting=True)
    """What an extra Yahtzee is in `quintzee`."""
    seats: int = value("--seats N", "for people", whole_number(1, MAX_PLAYERS), default=2, setting=True)
    """How many seats there are for people. The default is 2; the game begins when all are taken, or as soon as who
    sat down first wants it."""
    computers: tuple[str, ...] = value(
        "--computers NAME", "by level or strategy", _strategy, default=(), setting=True, repeats=True
    )
    """The levels or strategies of computer players, one or a list of them."""
    same_dice: bool = switch("--same-dice", "for all players")
    """Whether all players meet the same dice."""
    turn_time: int | None = value("--turn-time SECONDS", "for a turn", whole_number(5, 3600), setting=True)
    """The seconds that a person has for a turn. Without it nobody is hurried."""
    think_time: int = value("--think-time MS", "of computers", whole_number(0, 10**5), default=1000, setting=True)
    """The milliseconds of a computer's step. The default is 1000."""

    def choices(self) -> Choices:
        """ValueError where the rules don't allow that."""
        rules = rule_set(self.rules, self.columns, self.bonus)
        if self.seats + len(self.computers) > MAX_PLAYERS:
            raise ValueError(f"expected at most {MAX_PLAYERS} seats with those of computers")
        for strategy in self.computers:
            if strategy not in strategies_for(rules):
                raise ValueError(f"{strategy} can't play {format_rules(rules)}")
        computers = (Player(name, kind) for name, kind in zip(COMPUTER_NAMES, self.computers, strict=False))
        return Choices(
            (*[Player(ANYBODY)] * self.seats, *computers),
            self.rules,
            self.columns,
            self.bonus,
            self.same_dice,
            self.think_time / 1000,
            is_hosted=True,
            turn_time=self.turn_time,
        )


def fixed_tables(path: Path) -> list[Choices]:
    """The tables in their order, at least one; SettingsError naming the file and what was expected."""
    try:
        return _tables_in(read_file(path, LONGEST).decode("utf-8"))
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: expected TOML, which is UTF-8") from None
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from None


def _tables_in(text: str) -> list[Choices]:
    file = parsed_toml(text)
    tables = file.pop("table", None)
    if file or not isinstance(tables, list) or not 1 <= len(tables) <= MOST_TABLES:
        raise SettingsError(f"expected 1 to {MOST_TABLES} tables, each below a line [[table]], and no more")
    return [_numbered(number, table) for number, table in enumerate(tables, 1)]


def _numbered(number: int, table: object) -> Choices:
    try:
        if not isinstance(table, dict):
            raise SettingsError("expected keys and their values")
        check_keys(table, FixedTable)
        said = SimpleNamespace(**dict.fromkeys(options_of(FixedTable)) | values_in(table, FixedTable))
        return chosen_as(FixedTable, said).choices()
    except ValueError as error:
        raise SettingsError(f"table {number}: {error}") from None
