"""What is chosen before a game begins, and how one choice leads to another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from h89yahtzee.game.record import HUMAN, MAX_PLAYERS, Player, Setup
from h89yahtzee.game.rules import H89, RULE_SETS, RuleSet, rule_set
from h89yahtzee.players.catalogue import LEVELS, default_for, strategies_for
from h89yahtzee.table.next_value import THINK_TIMES, another, another_time, with_other_bonus, with_other_columns
from h89yahtzee.table.player_texts import YOU
from h89yahtzee.table.start import start_texts
from h89yahtzee.table.texts import OPPONENT_NAME

TURN_TIMES = (None, 30, 45, 60, 120, 300)
"""The seconds for a turn to choose from."""

TURN_SECONDS = range(5, 3601)
"""The seconds for a turn that can be typed."""


@dataclass(frozen=True, slots=True)
class Choices:
    """Who plays by which rules, and how fast: `think_time` is the seconds of a computer's step.

    At a table that `is_hosted` the first player is the person who chooses, and other people are seats for anybody;
    `turn_time` is the seconds that each has for a turn, None being any time. `columns` and `bonus` are kept while
    rules without a choice of them are chosen, and so is a strategy that can't play by the rules; `rule_set` and
    `setup` leave them out.
    """

    players: tuple[Player, ...] = (Player(YOU), Player(OPPONENT_NAME, default_for(H89)))
    rules: str = H89.name
    columns: int | None = None
    bonus: str | None = None
    duplicate: bool = False
    think_time: float = 1.0
    ha: int = 0
    hb: int = 0
    new_grid: bool = False
    is_hosted: bool = False
    turn_time: int | None = None

    @classmethod
    def of(cls, setup: Setup, think_time: float) -> Choices:
        """The choices that lead to `setup`."""
        rules = setup.rules
        columns = rules.columns if rules.column_choices else None
        return cls(setup.players, rules.name, columns, rules.bonus, setup.duplicate, think_time, setup.ha, setup.hb)

    @property
    def rule_set(self) -> RuleSet:
        rules = RULE_SETS[self.rules]
        columns = self.columns if self.columns in rules.column_choices else None
        return rule_set(self.rules, columns, self.bonus if self.bonus in rules.bonus_choices else None)

    def setup(self, seed: int) -> Setup:
        players = tuple(replace(player, strategy=self.kind(player)) for player in self.players)
        return Setup(players, seed, self.rule_set, self.duplicate and len(players) > 1, self.ha, self.hb)

    def kind(self, player: Player) -> str:
        """Return who decides for a player: `HUMAN`, or a strategy that can play by the rules."""
        is_able = player.strategy in (HUMAN, *strategies_for(self.rule_set))
        return player.strategy if is_able else default_for(self.rule_set)

    @property
    def has_computers(self) -> bool:
        return any(player.strategy != HUMAN for player in self.players)

    @property
    def seats(self) -> tuple[int, int]:
        """How many people and how many computers play."""
        people = sum(player.strategy == HUMAN for player in self.players)
        return people, len(self.players) - people

    def is_yours(self, seat: int) -> bool:
        """Whether a hosted table has that seat for the person who chooses, who keeps it."""
        return self.is_hosted and seat == 0

    # What is changed; `step` is 1 for the next value, -1 for the previous one

    def with_another(self, strategy: str | None) -> Choices:
        """One more player, a computer with `strategy` (None: that of the rules), as far as there may be more.

        At a hosted table it is a seat for anybody.
        """
        if len(self.players) == MAX_PLAYERS:
            return self
        if self.is_hosted:
            return replace(self, players=(*self.players, Player(start_texts.ANYBODY)))
        player = Player(self._free_name(start_texts.COMPUTER_NAMES), strategy or default_for(self.rule_set))
        return replace(self, players=(*self.players, player))

    def with_seats(self, people: int, computers: int) -> Choices:
        """A hosted table with so many of both, one person at least; computers that stay keep their levels."""
        staying = [player for player in self.players if player.strategy != HUMAN][:computers]
        seats = (self.players[0], *[Player(start_texts.ANYBODY)] * (people - 1), *staying)
        choices = replace(self, players=seats)
        while choices.seats[1] < computers:
            computer = Player(choices._free_name(start_texts.COMPUTER_NAMES), default_for(self.rule_set))
            choices = replace(choices, players=(*choices.players, computer))
        return choices

    def without(self, seat: int) -> Choices:
        """The same without the player in `seat`; the last one stays."""
        others = (*self.players[:seat], *self.players[seat + 1 :])
        return replace(self, players=others or self.players)

    def renamed(self, seat: int, name: str) -> Choices:
        return self.with_player(seat, replace(self.players[seat], name=name))

    def with_kind(self, seat: int, step: int) -> Choices:
        """Another level for the player in `seat`, or a person; a name that the program gave changes with it."""
        player = self.players[seat]
        kind = another(kinds(self.rule_set), self.kind(player), step)
        people = (start_texts.ANYBODY,) if self.is_hosted else start_texts.PERSON_NAMES
        name, given = player.name, {*start_texts.COMPUTER_NAMES, *people}
        if name in given and (kind == HUMAN) != (player.strategy == HUMAN):
            name = self._free_name(people if kind == HUMAN else start_texts.COMPUTER_NAMES)
        return self.with_player(seat, Player(name, kind))

    def with_rules(self, step: int) -> Choices:
        return replace(self, rules=another([*RULE_SETS], self.rules, step))

    def with_columns(self, step: int) -> Choices:
        return replace(self, columns=with_other_columns(self.rule_set, step).columns)

    def with_bonus(self, step: int) -> Choices:
        return replace(self, bonus=with_other_bonus(self.rule_set, step).bonus)

    def with_pace(self, step: int) -> Choices:
        return replace(self, think_time=another_time(THINK_TIMES, self.think_time, step))

    def with_turn_time(self, step: int) -> Choices:
        return replace(self, turn_time=another(TURN_TIMES, self.turn_time, step))

    def with_player(self, seat: int, player: Player) -> Choices:
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def _free_name(self, names: Sequence[str]) -> str:
        taken = {player.name for player in self.players}
        return next((name for name in names if name not in taken), names[-1])


def kinds(rules: RuleSet) -> tuple[str, ...]:
    """Who may decide for a player by `rules`: a person, a computer of each level, or the original's."""
    return tuple(_kinds(rules))


def _kinds(rules: RuleSet) -> Iterator[str]:
    yield HUMAN
    yield from LEVELS.values()
    if "classic" in strategies_for(rules):
        yield "classic"
