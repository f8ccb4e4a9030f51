"""A game of a language model, in seat 0, against strategies of the program: what the tools do and tell.

All that is told is JSON; dice are faces, boxes are named as in records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from h89yahtzee.apps.action_text import action_text
from h89yahtzee.apps.cached_values import analyst_of, player_of
from h89yahtzee.apps.solve.formatting import Json, rounded
from h89yahtzee.apps.solve.reviews import game_lines
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.near_words import not_among, one_of
from h89yahtzee.game.record import MAX_PLAYERS, Player, Record, Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import box_name
from h89yahtzee.game.state import Action, Roll, Score, apply, new_game
from h89yahtzee.notation.positions import Position, format_position
from h89yahtzee.notation.tokens import boxes_by_name, format_rules
from h89yahtzee.players.catalogue import strategies_for
from h89yahtzee.table import texts
from h89yahtzee.table.card_lines import cards

MODEL = "you"


class NotPlayed(ValueError):
    """A move or a game that can't be; the message is the rule."""


class ModelGame:
    """A game by `rules`; `opponents` are names of strategies. In a contest nothing tells what plays are worth."""

    def __init__(
        self, rules: RuleSet, opponents: Sequence[str], seed: int, is_duplicate: bool, is_contest: bool
    ) -> None:
        _check_opponents(rules, opponents)
        players = (Player(MODEL), *(Player(name, name) for name in opponents))
        setup = Setup(players, seed, rules, is_duplicate)
        self.is_contest = is_contest
        self._strategies = [player_of(name, setup) for name in opponents]
        self._deal = Dealer(seed, is_duplicate).deal
        self.state = new_game(rules, len(players), self._deal)
        self.record = Record.of(setup, self.state)

    def told(self) -> Json:
        """Return the state of the game."""
        state = self.state
        found: Json = {
            "rules": format_rules(state.rules),
            "turn": f"{min(state.turn + 1, self._turns)} of {self._turns}",
            "totals": dict(zip(self._names, state.totals(), strict=True)),
            "contest": self.is_contest,
        }
        if state.is_over:
            return found | {"over": True, "winners": [self._names[seat] for seat in state.winners()]}
        found |= {"over": False, "dice": sorted(state.dice), "rolls_left": state.rolls_left}
        return found | {"legal": self._legal(), "card": format_position(Position(state.cards[0]))}

    def legal_plays(self) -> Json:
        """Return the boxes in which the dice may be posted with their points, and what rolls are allowed."""
        self._check_going_on()
        rules, rolls = self.state.rules, self.state.rolls_left
        most = rules.dice - rules.least_rolled
        roll = f"any of the dice may be kept, at most {most}" if rolls else "no rolls are left: score"
        return {"dice": sorted(self.state.dice), "rolls_left": rolls, "roll": roll, "score": self._legal()}

    def roll(self, keep: Sequence[int]) -> Json:
        """Roll the dice again that aren't kept; NotPlayed or IllegalAction if that can't be."""
        self._check_going_on()
        left, rolled = list(keep), []
        for position, face in enumerate(self.state.dice):
            if face in left:
                left.remove(face)
            else:
                rolled.append(position)
        if left:
            dice = " ".join(map(str, sorted(self.state.dice)))
            raise NotPlayed(f"the faces to keep must lie there: the dice are {dice}, not {sorted(keep)}")
        self._play(Roll(tuple(rolled)))
        return self.told()

    def score(self, box: str) -> Json:
        """Post the dice and let the opponents play; NotPlayed or IllegalAction if that can't be."""
        self._check_going_on()
        boxes = boxes_by_name(self.state.rules)
        if box not in boxes:
            raise NotPlayed(f"expected a box of {self.state.rules.name}: {not_among(box, list(boxes))}")
        posted = Score(boxes[box])
        done = action_text(self.state, posted) if self.state.refusal(boxes[box]) is None else ""
        self._play(posted)
        return {"you": done, "opponents": [*self._opponents()]} | self.told()

    def values(self, most: int) -> Json:
        """Return the best plays with their values, at most so many; NotPlayed in a contest."""
        self._check_advice()
        self._check_going_on()
        analysis = analyst_of(self.state.rules).analysis(self.state)
        best = analysis.best.value
        plays = [
            {
                "play": action_text(self.state, option.action),
                "expected_total": rounded(option.value),
                "loss": rounded(best - option.value),
            }
            for option in analysis.options[:most]
        ]
        return {"exact": analysis.is_exact, "plays": plays, "of": len(analysis.options)}

    def review(self) -> str:
        """Return the review of the game so far, as `yahtzee-solve --review` prints it; NotPlayed in a contest."""
        self._check_advice()
        return "\n".join(game_lines(1, self.record, analyst_of(self.state.rules)))

    def card(self) -> str:
        return "\n".join(cards(self.state, self._names))

    @property
    def _names(self) -> list[str]:
        names = [player.name for player in self.record.setup.players]
        counts = Counter(names)
        return [name if counts[name] == 1 else f"{name} {seat}" for seat, name in enumerate(names)]

    @property
    def _turns(self) -> int:
        return len(self.state.rules.categories) * self.state.rules.columns

    def _legal(self) -> dict[str, int]:
        state = self.state
        return {
            box_name(state.rules, box): state.potential_score(box) + state.extra_points(box)
            for box in state.legal_boxes()
        }

    def _play(self, action: Action) -> None:
        after = apply(self.state, action, self._deal)
        self.record = self.record.after(action, self.state, after)
        self.state = after

    def _opponents(self) -> Iterator[str]:
        """Play until it is the model's turn; yield a line for each turn."""
        while not self.state.is_over and self.state.seat:
            seat, state = self.state.seat, self.state
            action = self._strategies[seat - 1].decide(state).action
            if isinstance(action, Score):
                yield f"{self._names[seat]}: {' '.join(map(str, sorted(state.dice)))}, {action_text(state, action)}"
            self._play(action)

    def _check_going_on(self) -> None:
        if self.state.is_over:
            raise NotPlayed("the game is over: new_game begins another")

    def _check_advice(self) -> None:
        if self.is_contest:
            raise NotPlayed("this game is a contest: nothing tells what plays are worth")


def _check_opponents(rules: RuleSet, opponents: Sequence[str]) -> None:
    if len(opponents) >= MAX_PLAYERS:
        raise NotPlayed(f"expected at most {MAX_PLAYERS - 1} opponents, not {len(opponents)}")
    known = strategies_for(rules)
    for name in opponents:
        if name not in known:
            raise NotPlayed(f"expected opponents of {one_of(known)}, not {name!r}")


def rules_text(rules: RuleSet) -> str:
    """Return the rules as text: turns, rows, bonuses, and the names of the boxes."""
    turns = len(rules.categories) * rules.columns
    boxes = ", ".join(boxes_by_name(rules))
    rows = rules.rows_help.format(at=rules.upper_bonus_at, bonus=rules.upper_bonus)
    return (
        f"{format_rules(rules)}: {rules.about}\n\n"
        f"Five dice and {turns} turns. A turn is up to {rules.rerolls + 1} rolls; the first is made for you: "
        "keep any dice and roll the others again, then score in one open box. The highest total wins.\n\n"
        f"{rows}\n{texts.extra_yahtzee(rules)}\n\nBoxes: {boxes}\n"
    )
