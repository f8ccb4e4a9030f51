"""`yahtzee-mcp` as a process, called by the client of the MCP SDK over its standard input and output."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from h89yahtzee.game.rules import rule_set
from tests.apps.games import ROOT
from tests.solver.backends import needs_kernel

if TYPE_CHECKING:
    from mcp import Client

SECONDS = 120

# The SDK takes seconds to import, in the server and in this process.
pytestmark = pytest.mark.slow


@asynccontextmanager
async def connected(*arguments: str) -> AsyncIterator[Client]:
    import anyio
    from mcp import Client, StdioServerParameters

    program = "from h89yahtzee.apps.mcp.mcp_options import main; raise SystemExit(main())"
    server = StdioServerParameters(command=sys.executable, args=["-c", program, *arguments], cwd=ROOT)
    with anyio.fail_after(SECONDS):
        async with Client(server) as client:
            yield client


def played(play: Callable[[Client], Awaitable[None]], *arguments: str) -> None:
    import anyio

    async def run() -> None:
        async with connected(*arguments) as client:
            await play(client)

    # Playwright leaves an event loop in the main thread if a test of the page in the browser has run before.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(anyio.run, run).result()


async def told(client: Client, tool: str, **given: object) -> dict[str, Any]:
    """Call a tool, which must succeed; return its answer."""
    result = await client.call_tool(tool, given)
    assert not result.is_error, result.content
    answer = json.loads(text_of(result))
    assert isinstance(answer, dict)
    return answer


async def refused(client: Client, tool: str, **given: object) -> str:
    result = await client.call_tool(tool, given)
    assert result.is_error
    return text_of(result)


def text_of(result: Any) -> str:
    [content] = result.content
    return str(content.text)


async def resource(client: Client, name: str) -> str:
    [content] = (await client.read_resource(f"yahtzee://{name}")).contents
    return str(content.text)  # type: ignore[union-attr] # it is text


@needs_kernel
def test_a_whole_game_against_optimal_and_its_review() -> None:
    """The client keeps the most frequent face, and scores in the box with the most points."""

    async def play(client: Client) -> None:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert names == {"new_game", "state", "roll", "score", "legal_plays", "value_of_plays", "review"}
        state = await told(client, "new_game", seed=7, rules="official", opponents=["optimal"])
        assert state == await told(client, "state")
        total = 0
        for turn in range(1, 14):
            assert state["turn"] == f"{turn} of 13"
            for left in (2, 1):
                assert state["rolls_left"] == left
                dice = state["dice"]
                kept = [face for face in dice if face == max(dice, key=dice.count)]
                if len(kept) == 5:
                    break
                state = await told(client, "roll", keep=kept)
                assert [*state["dice"]].count(kept[0]) >= len(kept)
            legal = (await told(client, "legal_plays"))["score"]
            assert legal == state["legal"]
            box = max(legal, key=legal.get)
            gained = legal[box]
            state = await told(client, "score", box=box)
            assert [line.split(":")[0] for line in state["opponents"]] == ["optimal"]
            total += gained
            assert state["totals"]["you"] - total in (0, 35)  # the upper bonus comes with no row of its own
        assert state["over"]
        best = max(state["totals"].values())
        assert state["winners"] == [name for name, points in state["totals"].items() if points == best]
        review = text_of(await client.call_tool("review", {}))
        assert f"total {state['totals']['you']:6}" in review.replace("total                 ", "total ")
        assert "expected at the start    254.59" in review
        assert "the game is over" in await refused(client, "roll", keep=[])

    played(play)


def test_what_is_illegal_is_answered_with_the_rule_and_changes_nothing() -> None:
    async def play(client: Client) -> None:
        assert "new_game begins one" in await refused(client, "state")
        assert "expected rules" in await refused(client, "new_game", rules="yatzee")
        assert "expected opponents of" in await refused(client, "new_game", opponents=["reagan"])
        state = await told(client, "new_game", seed=1, opponents=[])
        missing = next(face for face in range(1, 7) if face not in state["dice"])
        assert "the faces to keep must lie there: the dice are" in await refused(client, "roll", keep=[missing])
        assert "expected a box of h89" in await refused(client, "score", box="bonus-box")
        assert state == await told(client, "state")
        after = await told(client, "score", box="chance")
        assert "chance: it is not an open box" in await refused(client, "score", box="chance")
        await told(client, "roll", keep=[])
        await told(client, "roll", keep=[])
        assert "no rolls are left" in await refused(client, "roll", keep=[])
        assert after["totals"] == (await told(client, "state"))["totals"]

    played(play, "--rules", "h89")


def test_the_rules_and_the_card_are_resources() -> None:
    async def play(client: Client) -> None:
        rules = rule_set("yatzy")
        text = await resource(client, "rules")
        assert text.startswith("yatzy: ")
        assert all(category.name in text for category in rules.categories)
        assert await resource(client, "card") == "There is no game yet."
        state = await told(client, "new_game", seed=1, opponents=["greedy"])
        await told(client, "score", box="chance")
        lines = (await resource(client, "card")).splitlines()
        assert lines[0].split() == ["you", "greedy"]
        [chance] = [line.split() for line in lines if line.startswith("Chance")]
        assert chance[1] == str(sum(state["dice"]))

    played(play, "--rules", "yatzy")


def test_a_contest_has_no_advice() -> None:
    async def always(client: Client) -> None:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert names == {"new_game", "state", "roll", "score", "legal_plays"}
        assert "expected no seed" in await refused(client, "new_game", seed=1)
        assert (await told(client, "new_game", opponents=[], contest=False))["contest"]

    async def once(client: Client) -> None:
        await told(client, "new_game", opponents=[], contest=True)
        for tool in ("value_of_plays", "review"):
            assert "this game is a contest" in await refused(client, tool)

    played(always, "--contest")
    played(once)


def test_values_of_plays_are_those_of_the_solver() -> None:
    """Only chance is open, so that the value of the best play with one roll left can be computed by hand."""

    async def play(client: Client) -> None:
        await told(client, "new_game", seed=3, opponents=[], rules="h89")
        for box in BOXES:
            await told(client, "score", box=box)
        state = await told(client, "state")
        await told(client, "roll", keep=state["dice"])
        dice = state["dice"]
        kept = [face for face in dice if face >= 4]
        expected = state["totals"]["you"] + sum(kept) + 3.5 * (5 - len(kept))
        best = (await told(client, "value_of_plays", most=1))["plays"][0]
        assert best["expected_total"] == pytest.approx(expected)
        assert best["loss"] == 0

    played(play)


BOXES = [category.name for category in rule_set("h89").categories if category.name != "chance"]


def test_a_bot_of_the_command_line_is_met() -> None:
    async def play(client: Client) -> None:
        state = await told(client, "new_game")
        assert [*state["totals"]] == ["you", "steady"]
        state = await told(client, "score", box="chance")
        [line] = state["opponents"]
        assert line.startswith("steady: ")
        assert "open box" not in line

    played(play, "--contest", "--move-time", "60", str(ROOT / "h89yahtzee" / "arena" / "examples" / "steady.py"))
