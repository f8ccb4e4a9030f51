"""The server of `yahtzee-mcp`: the game's tools and resources, offered to a language model through the SDK of the
Model Context Protocol."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from secrets import randbelow
from time import monotonic
from typing import ParamSpec, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from h89yahtzee import __version__
from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.mcp.game_for_model import ModelGame, NotPlayed, Opponents, Terms, rules_text
from h89yahtzee.apps.mcp.mcp_options import NAME, McpOptions
from h89yahtzee.apps.options.declarations import rules_asked_for
from h89yahtzee.apps.solve.solve import Json
from h89yahtzee.game.dealer import SEEDS
from h89yahtzee.game.state import IllegalAction

INSTRUCTIONS = (
    "Yahtzee against players of the program. Begin with new_game. In each turn roll, naming the faces to keep, as "
    "often as you may and like, and score in a box. The resource yahtzee://rules has the rules."
)

_Given = ParamSpec("_Given")
_Told = TypeVar("_Told")


def _with_rules(tool: Callable[_Given, _Told]) -> Callable[_Given, _Told]:
    """Return `tool` changed so that a call which breaks a rule raises ToolError; the message states the rule."""

    @wraps(tool)
    def answered(*given: _Given.args, **named: _Given.kwargs) -> _Told:
        try:
            return tool(*given, **named)
        except (IllegalAction, NotPlayed, UsageError) as error:
            raise ToolError(str(error)) from None

    return answered


class _Table:
    """The tools, and the one game that is played with them."""

    def __init__(self, options: McpOptions, known: Opponents) -> None:
        self._options, self._known = options, known
        self._game: ModelGame | None = None

    @property
    def game(self) -> ModelGame:
        if self._game is None:
            raise NotPlayed("there is no game yet: new_game begins one")
        return self._game

    def new_game(
        self,
        opponents: list[str] | None = None,
        rules: str | None = None,
        columns: int | None = None,
        bonus: str | None = None,
        duplicate: bool = False,
        contest: bool = False,
        seed: int | None = None,
    ) -> Json:
        """Begin a game. You have the first turn, and its first roll is made.

        opponents: names of the program's players, such as "optimal", "greedy" or "random", or of bots; [] for none.
        If you leave them out, you play against the first bot, or against "optimal" if there are no bots. rules: a
        rule set, such as "official", "yatzy" or "yacht"; columns and bonus are for "quintzee". duplicate: all
        players meet the same dice. contest: no advice in this game. seed: a number from which the dice follow; not
        in a contest.
        """
        options = self._options
        chosen = options.rules if rules is None else rules_asked_for(rules, columns, bonus)
        is_contest = contest or options.contest
        if seed is not None and is_contest:
            raise NotPlayed("in a contest nobody chooses the dice: expected no seed")
        if seed is not None and not 0 <= seed < SEEDS:
            raise NotPlayed(f"expected a seed from 0 to {SEEDS - 1}, not {seed}")
        drawn = randbelow(SEEDS) if seed is None else seed
        met = opponents if opponents is not None else [options.bots[0].name if options.bots else "optimal"]
        terms = Terms(chosen, drawn, met, duplicate, is_contest, options.move_time)
        self._game = ModelGame(terms, self._known, monotonic)
        return self.game.told()

    def state(self) -> Json:
        """Tell the state of the game: dice, rolls left, legal boxes with their points, your card, all totals."""
        return self.game.told()

    def roll(self, keep: list[int]) -> Json:
        """Keep dice with these faces, such as [6, 6], and roll the others again; [] rolls all."""
        return self.game.roll(keep)

    def score(self, box: str) -> Json:
        """Score the dice in a box, such as "chance", which ends your turn; then the opponents play theirs."""
        return self.game.score(box)

    def legal_plays(self) -> Json:
        """Tell which boxes the dice may be scored in, with their points, and whether you may roll."""
        return self.game.legal_plays()

    def value_of_plays(self, most: int = 10) -> Json:
        """Tell the best plays with the final total that is expected after each; not in a contest."""
        return self.game.values(max(1, most))

    def review(self) -> str:
        """Review the game so far: luck, and what each of your decisions lost; not in a contest."""
        return self.game.review()

    def rules(self) -> str:
        """The rules of the game; before the first game, the rules of the next one."""
        return rules_text(self._options.rules if self._game is None else self._game.state.rules)

    def card(self) -> str:
        """The score cards of all players."""
        return "There is no game yet." if self._game is None else self._game.card()


def server(options: McpOptions, known: Opponents) -> MCPServer[object]:
    """Return the server, which plays one game at a time, with opponents taken from `known`."""
    table, names = _Table(options, known), ", ".join(entrant.name for entrant in options.bots)
    told = f"{INSTRUCTIONS} Bots to play against: {names}." if names else INSTRUCTIONS
    made: MCPServer[object] = MCPServer(NAME, instructions=told, version=__version__, log_level="ERROR")
    tools: list[Callable[..., object]] = [table.new_game, table.state, table.roll, table.score, table.legal_plays]
    if not options.contest:
        tools += [table.value_of_plays, table.review]
    for tool in tools:
        made.add_tool(_with_rules(tool))
    made.resource("yahtzee://rules", mime_type="text/plain")(table.rules)
    made.resource("yahtzee://card", mime_type="text/plain")(table.card)
    return made
