"""The choices before a game (players, rules, pace), the ways to change them, and the JSON in which they are
saved."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from h89yahtzee.game.day import Day
from h89yahtzee.game.record import HUMAN, MAX_PLAYERS, Player, Setup
from h89yahtzee.game.rules import H89, RULE_SETS, RuleSet, rule_set
from h89yahtzee.notation.json_node import Node, parse_json, rules_of
from h89yahtzee.players.catalogue import LEVELS, STRATEGIES, default_for, strategies_for
from h89yahtzee.table.daily import daily_setup
from h89yahtzee.table.preferences import another
from h89yahtzee.table.texts import OPPONENT_NAME, YOU, plain_text

COMPUTER_NAMES = (OPPONENT_NAME, "H8", "H11", "Z80", "Z90", "H19", "H25", "H77", "Z100", "H14")
PERSON_NAMES = (YOU, *(f"Player {number}" for number in range(2, MAX_PLAYERS + 1)))
"""The default names of people, by seat."""
ANYBODY = "anybody"
"""The name of an empty seat at a table of a host, which any caller may take."""

TURN_TIMES = (None, 30, 45, 60, 120, 300)
"""The time limits for a turn that the settings offer, in seconds; None is no limit."""

TURN_SECONDS = range(5, 3601)
"""The time limits for a turn that can be typed in, in seconds."""
_LONGEST_PACE = 10**5
"""The longest time, in milliseconds, that saved choices may give each step of a computer player."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The players, rules and pace of a game to be started.

    At a table of a host (`is_hosted`) the first player is the person who opens the table; other people's seats are
    empty until callers take them. `think_time` is the time for which a computer player shows each step, `turn_time`
    the limit for a person's turn, None for no limit; both are in seconds.

    If `day` is set, the game is the game of that day, which the first of the people plays alone. Of the other
    choices, only this person and `rule_set` then count.

    `columns`, `bonus` and players' strategies may have values that the chosen rules don't allow: such values are
    kept in case other rules are chosen later, and `rule_set` and `setup` ignore them.
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
    day: Day | None = None

    @classmethod
    def of(cls, setup: Setup, think_time: float) -> Choices:
        """Return the choices that lead to a game with `setup`; `think_time` is in seconds."""
        rules = setup.rules
        columns = rules.columns if rules.column_choices else None
        return cls(setup.players, rules.name, columns, rules.bonus, setup.duplicate, think_time, setup.ha, setup.hb)

    @property
    def rule_set(self) -> RuleSet:
        rules = RULE_SETS[self.rules]
        columns = self.columns if self.columns in rules.column_choices else None
        return rule_set(self.rules, columns, self.bonus if self.bonus in rules.bonus_choices else None)

    def setup(self, seed: int) -> Setup:
        if self.day is not None:
            person = next((player for player in self.players if player.strategy == HUMAN), Player(YOU))
            return daily_setup(self.day, self.rule_set, person)
        players = tuple(replace(player, strategy=self.kind(player)) for player in self.players)
        return Setup(players, seed, self.rule_set, self.duplicate and len(players) > 1, self.ha, self.hb)

    def kind(self, player: Player) -> str:
        """Return `HUMAN` for a person, otherwise the player's strategy; if this strategy can't play by the rules,
        return the rules' default strategy."""
        is_able = player.strategy in (HUMAN, *strategies_for(self.rule_set))
        return player.strategy if is_able else default_for(self.rule_set)

    @property
    def has_computers(self) -> bool:
        return any(player.strategy != HUMAN for player in self.players)

    @property
    def seats(self) -> tuple[int, int]:
        """The number of people and the number of computers, in this order."""
        people = sum(player.strategy == HUMAN for player in self.players)
        return people, len(self.players) - people

    def is_yours(self, seat: int) -> bool:
        """Whether `seat` is the first seat of a host's table: it belongs to the person who opens the table, and
        nobody else can have it."""
        return self.is_hosted and seat == 0

    # Methods that return changed choices; `step` is 1 for the next value, -1 for the previous one

    def with_another(self, strategy: str | None) -> Choices:
        """Return the choices with one more player; unchanged if there are `MAX_PLAYERS`.

        At a host the new player is an empty seat. Elsewhere it is a computer player that plays by `strategy` or, if
        `strategy` is None, by the rules' default strategy.
        """
        if len(self.players) == MAX_PLAYERS:
            return self
        if self.is_hosted:
            return replace(self, players=(*self.players, Player(ANYBODY)))
        player = Player(self._free_name(COMPUTER_NAMES), strategy or default_for(self.rule_set))
        return replace(self, players=(*self.players, player))

    def with_seats(self, people: int, computers: int) -> Choices:
        """Return the choices of a host's table with `people` seats for people (at least 1) and `computers` seats
        for computer players."""
        # Computer players that stay keep their strategies.
        staying = [player for player in self.players if player.strategy != HUMAN][:computers]
        others = [Player(ANYBODY) for _ in range(people - 1)]
        choices = replace(self, players=(self.players[0], *others, *staying))
        while choices.seats[1] < computers:
            computer = Player(choices._free_name(COMPUTER_NAMES), default_for(self.rule_set))
            choices = replace(choices, players=(*choices.players, computer))
        return choices

    def without(self, seat: int) -> Choices:
        """Return the choices without the player in `seat`; unchanged if there is no other player."""
        others = (*self.players[:seat], *self.players[seat + 1 :])
        return replace(self, players=others or self.players)

    def renamed(self, seat: int, name: str) -> Choices:
        return self.with_player(seat, replace(self.players[seat], name=name))

    def with_kind(self, seat: int, step: int) -> Choices:
        """Return the choices with the next or previous kind of player in `seat`: a person, or a level of computers.

        If a person becomes a computer player or the reverse, and the name is a default name, it is replaced by a
        default name for the new kind of player.
        """
        player = self.players[seat]
        kind = another(kinds(self.rule_set), self.kind(player), step)
        people = (ANYBODY,) if self.is_hosted else PERSON_NAMES
        name, given = player.name, {*COMPUTER_NAMES, *people}
        if name in given and (kind == HUMAN) != (player.strategy == HUMAN):
            name = self._free_name(people if kind == HUMAN else COMPUTER_NAMES)
        return self.with_player(seat, Player(name, kind))

    def with_player(self, seat: int, player: Player) -> Choices:
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def _free_name(self, names: Sequence[str]) -> str:
        taken = {player.name for player in self.players}
        return next((name for name in names if name not in taken), names[-1])


def kinds(rules: RuleSet) -> tuple[str, ...]:
    """Return the kinds of players allowed by `rules`: a person, a computer player of each level and, by most rules,
    the original game's computer player."""
    classic = ["classic"] if "classic" in strategies_for(rules) else []
    return (HUMAN, *LEVELS.values(), *classic)


# The JSON in which choices are saved:
#
#     {"players": [["You", "human"], ["H89", "classic"]], "rules": "h89", "columns": null, "bonus": null,
#      "duplicate": false, "pace": 1000}
#
# Choices of a host's table have a member "turn_time", too: whole seconds or null. Three choices aren't saved, since
# a person makes them for one game only: `new_grid`, and the parameters `ha` and `hb` of the strategy `classic`.


def format_choices(choices: Choices) -> str:
    return json.dumps(choices_members(choices)) + "\n"


def choices_members(choices: Choices) -> dict[str, object]:
    rules = choices.rule_set
    members: dict[str, object] = {
        "players": [[player.name, choices.kind(player)] for player in choices.players],
        "rules": rules.name,
        "columns": rules.columns if rules.column_choices else None,
        "bonus": rules.bonus,
        "duplicate": choices.duplicate,
        "pace": round(choices.think_time * 1000),
    }
    return members | ({"turn_time": choices.turn_time} if choices.is_hosted else {})


def parse_choices(text: str) -> Choices:
    """Return the choices that are saved as the JSON `text`; NotationError if `text` isn't the JSON of choices."""
    return choices_of(parse_json(text, "the choices"))


def choices_of(node: Node) -> Choices:
    players = tuple(map(_player, node.required("players").items()))
    if not 1 <= len(players) <= MAX_PLAYERS:
        raise node.expected(f"1 to {MAX_PLAYERS} players, not {len(players)}")
    rules, duplicate = rules_of(node), node.required("duplicate")
    if not isinstance(duplicate.value, bool):
        raise duplicate.expected("true or false")
    return Choices(
        players,
        rules.name,
        rules.columns if rules.column_choices else None,
        rules.bonus,
        duplicate.value,
        node.required("pace").number_in(range(_LONGEST_PACE + 1)) / 1000,
        is_hosted=isinstance(node.value, dict) and "turn_time" in node.value,
        turn_time=None if (seconds := node.member("turn_time")) is None else seconds.number_in(TURN_SECONDS),
    )


def _player(node: Node) -> Player:
    name, strategy = (part.text() for part in _pair(node))
    if strategy not in (HUMAN, *STRATEGIES) or not name.strip():
        raise node.expected("a name and who plays")
    return Player(plain_text(name), strategy)


def _pair(node: Node) -> list[Node]:
    items = node.items()
    if len(items) != 2:
        raise node.expected("a name and who plays")
    return items
