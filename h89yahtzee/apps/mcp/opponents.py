"""The opponents of a language model: strategies of the program, and bots that the command line names, confined."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from types import TracebackType

from h89yahtzee.apps.cached_values import player_of
from h89yahtzee.arena.entrant import Entrant
from h89yahtzee.arena.protocol import Limits
from h89yahtzee.arena.referee import Contestant
from h89yahtzee.arena.tournament.bot_pool import BotPool, StrategyContestant
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.players.catalogue import strategies_for


class Opponents:
    """The strategies and these bots, until the end of a `with` statement; it must be that of one thread."""

    def __init__(self, bots: Sequence[Entrant] = (), limits: Limits | None = None) -> None:
        """ValueError for a bot whose file is missing."""
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
        """Return the names of all that can play by these rules."""
        return (*self._bots, *strategies_for(rules))

    def is_bot(self, name: str) -> bool:
        return name in self._bots

    def player(self, name: str) -> Player:
        return Player(name) if self.is_bot(name) else Player(name, name)

    def seated(self, name: str, seat: int, setup: Setup) -> Contestant:
        """Return the opponent of this name as the player in `seat` of the game that `setup` begins."""
        if self._pool is not None and self.is_bot(name):
            return self._pool.seated(self._bots[name], seat, setup)
        return StrategyContestant(player_of(name, setup))
