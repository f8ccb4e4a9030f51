"""A game of a language model, in seat 0, against strategies and bots. The model plays by its tools; this module
carries out their actions and makes their answers.

Answers are JSON objects, except for the review and the cards, which are texts. Dice are given by their faces, boxes
by the names that they have in records of games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from types import TracebackType

from h89yahtzee.apps.cached_values import analyst_of, player_of
from h89yahtzee.apps.solve.reviews import game_lines
from h89yahtzee.apps.solve.solve import Json, rounded
from h89yahtzee.arena.entrant import Entrant
from h89yahtzee.arena.protocol import Limits
from h89yahtzee.arena.referee import Contestant, Foul
from h89yahtzee.arena.tournament.bot_pool import BotPool, StrategyContestant
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.near_words import not_among, one_of
from h89yahtzee.game.record import MAX_PLAYERS, Player, Record, Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import box_name
from h89yahtzee.game.state import Action, GameState, IllegalAction, Roll, Score, apply, new_game, penalised
from h89yahtzee.notation.positions import Position, format_position
from h89yahtzee.notation.tokens import boxes_by_name, format_rules
from h89yahtzee.players.catalogue import strategies_for
from h89yahtzee.table import texts
from h89yahtzee.table.card_lines import action_text, cards


class Opponents:
    """The program's strategies, and the `bots`, which run until the `with` statement ends.

    Make this object in a thread that lasts: when the thread ends, so do the bots.
    """

    def __init__(self, bots: Sequence[Entrant] = (), limits: Limits | None = None) -> None:
        """Start the pool of bots, whose time and memory `limits` restricts; ValueError for a bot whose file is
        missing."""
        self._at_end = ExitStack()
        self._pool = self._at_end.enter_context(BotPool(bots, limits)) if bots else None
        self._bots = {entrant.name: index for index, entrant in enumerate(bots)}

    def __enter__(self) -> Opponents:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._at_end.close()

    def names(self, rules: RuleSet) -> tuple[str, ...]:
        """Return the names of all bots, and of the strategies that can play by these rules."""
        return (*self._bots, *strategies_for(rules))

    def is_bot(self, name: str) -> bool:
        return name in self._bots

    def player(self, name: str) -> Player:
        return Player(name) if self.is_bot(name) else Player(name, name)

    def seated(self, name: str, seat: int, setup: Setup) -> Contestant:
        """Return the opponent `name` as the player in `seat` of a game with this setup."""
        if self._pool is not None and self.is_bot(name):
            return self._pool.seated(self._bots[name], seat, setup)
        return StrategyContestant(player_of(name, setup))


MODEL = "you"


class NotPlayed(ValueError):
    """Raised for a move or a game that a rule forbids; the message states the rule."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a game. `opponents` has the names of the model's opponents. The dice follow from `seed`; if
    `is_duplicate`, all players get the same dice. In a contest (`is_contest`) the model gets no advice. `move_time`
    is the seconds that a move of the model may take; None: no limit."""

    rules: RuleSet
    seed: int
    opponents: Sequence[str] = ()
    is_duplicate: bool = False
    is_contest: bool = False
    move_time: float | None = None


class ModelGame:
    """A game on the given `terms` against opponents taken from `known`; `clock` returns seconds.

    As a penalty, an opponent that breaks a rule gets 0 in its first open box, and so does the model for a move that
    comes too late.
    """

    def __init__(self, terms: Terms, known: Opponents, clock: Callable[[], float]) -> None:
        """Begin the game; NotPlayed if there can't be a game with these opponents."""
        _check_opponents(terms, known)
        players = (Player(MODEL), *map(known.player, terms.opponents))
        setup = Setup(players, terms.seed, terms.rules, terms.is_duplicate)
        self.is_contest = terms.is_contest
        self._seated = [known.seated(name, seat, setup) for seat, name in enumerate(terms.opponents, 1)]
        self._deal = Dealer(terms.seed, terms.is_duplicate).deal
        self.state = self._round = new_game(terms.rules, len(players), self._deal)
        self.record = Record.of(setup, self.state)
        self._has_penalties = False
        self._move_time, self._clock = terms.move_time, clock
        self._asked = clock()

    def told(self) -> Json:
        """Return the state of the game, for the model, as a JSON object."""
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
        """Return, as a JSON object, the boxes in which the dice may be posted, each with its points, and what the
        model may roll."""
        self._check_going_on()
        rules, rolls = self.state.rules, self.state.rolls_left
        most = rules.dice - rules.least_rolled
        roll = f"any of the dice may be kept, at most {most}" if rolls else "no rolls are left: score"
        return {"dice": sorted(self.state.dice), "rolls_left": rolls, "roll": roll, "score": self._legal()}

    def roll(self, keep: Sequence[int]) -> Json:
        """Keep dice with the faces `keep` and roll the others again; NotPlayed or IllegalAction if a rule forbids
        that."""
        self._check_going_on()
        self._check_time()
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
        """Post the dice in the box named `box`, and let the opponents play; NotPlayed or IllegalAction if a rule
        forbids that."""
        self._check_going_on()
        self._check_time()
        boxes = boxes_by_name(self.state.rules)
        if box not in boxes:
            raise NotPlayed(f"expected a box of {self.state.rules.name}: {not_among(box, list(boxes))}")
        posted = Score(boxes[box])
        done = action_text(self.state, posted) if self.state.refusal(boxes[box]) is None else ""
        self._play(posted)
        return {"you": done, "opponents": self._opponents()} | self.told()

    def values(self, most: int) -> Json:
        """Return, as a JSON object, at most `most` plays, the best first, each with the final total expected after
        it and the loss against the best play; NotPlayed in a contest."""
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
        """Return the review of the game so far, as `yahtzee-solve --review` prints it; NotPlayed in a contest, and
        after a penalty, since the record of a game can't have a penalty."""
        self._check_advice()
        if self._has_penalties:
            raise NotPlayed("in this game the referee wrote a zero, of which no review knows")
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
        if not self._has_penalties:
            self.record = self.record.after(action, self.state, after)
        self._go_on(after)

    def _penalise(self) -> None:
        self._has_penalties = True
        self._go_on(penalised(self.state, self._deal))

    def _go_on(self, state: GameState) -> None:
        if state.turn != self._round.turn:
            self._round = state
        self.state = state
        self._asked = self._clock()

    def _opponents(self) -> list[str]:
        """Let the opponents play until it is the model's turn; return a text line for each turn."""
        said = []
        while not self.state.is_over and self.state.seat:
            seat, state = self.state.seat, self.state
            dice = " ".join(map(str, sorted(state.dice)))
            try:
                action = self._seated[seat - 1].move(self._shown())
                self._play(action)
            except (Foul, IllegalAction) as error:
                rule = error.rule if isinstance(error, Foul) else str(error)
                self._penalise()
                said.append(f"{self._names[seat]}: {dice}, 0 in the first open box: {rule}")
            else:
                said += [f"{self._names[seat]}: {dice}, {action_text(state, action)}"] * isinstance(action, Score)
        self._end()
        return said

    def _shown(self) -> GameState:
        """Return the state as an opponent gets it. In a duplicate game, where all players meet the same dice, it
        has the cards from the beginning of the round, since scores of this round would reveal the dice."""
        is_duplicate = self.record.setup.duplicate
        return replace(self.state, cards=self._round.cards) if is_duplicate else self.state

    def _end(self) -> None:
        """If the game is over, tell this to the opponents."""
        if self.state.is_over:
            for seat, opponent in enumerate(self._seated, 1):
                with suppress(Foul):
                    opponent.end(self.state, seat)

    def _check_time(self) -> None:
        """If the model's move comes too late, carry out the penalty and the opponents' turns, then raise
        NotPlayed."""
        if self._move_time is not None and self._clock() - self._asked > self._move_time:
            self._penalise()
            said = "; ".join(self._opponents())
            rule = f"a move takes at most {self._move_time:g} s: the referee wrote 0 in your first open box"
            raise NotPlayed(f"{rule}, and your turn is over. {said}".rstrip())

    def _check_going_on(self) -> None:
        if self.state.is_over:
            raise NotPlayed("the game is over: new_game begins another")

    def _check_advice(self) -> None:
        if self.is_contest:
            raise NotPlayed("this game is a contest: nothing tells what plays are worth")


def _check_opponents(terms: Terms, known: Opponents) -> None:
    if len(terms.opponents) >= MAX_PLAYERS:
        raise NotPlayed(f"expected at most {MAX_PLAYERS - 1} opponents, not {len(terms.opponents)}")
    names = known.names(terms.rules)
    for name in terms.opponents:
        if name not in names:
            raise NotPlayed(f"expected opponents of {one_of(names)}, not {name!r}")
        if known.is_bot(name) and terms.opponents.count(name) > 1:
            raise NotPlayed(f"expected {name} once: a bot has one seat")


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
