"""What the tools of `yahtzee-mcp` do and answer, tested without the SDK of MCP, which takes long to import."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from h89yahtzee.apps.mcp.game_for_model import ModelGame, NotPlayed, Opponents, Terms, rules_text
from h89yahtzee.apps.mcp.mcp_options import main
from h89yahtzee.arena.entrant import parse_entrants
from h89yahtzee.arena.protocol import Limits
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.rules import H89, RULE_SETS, YACHT, RuleSet, rule_set
from h89yahtzee.game.state import IllegalAction
from tests.naming import each


def begun(*opponents: str, is_contest: bool = False) -> ModelGame:
    return ModelGame(Terms(H89, 7, opponents, is_contest=is_contest), Opponents(), lambda: 0.0)


def test_a_game_to_its_end_against_two_opponents_of_a_name() -> None:
    game = begun("greedy", "greedy")
    for row in H89.categories:
        said = game.score(row.name)
        assert str(said["you"]).startswith("score ")
        opponents = said["opponents"]
        assert isinstance(opponents, list)
        assert [line.split(":")[0] for line in opponents] == ["greedy 1", "greedy 2"]
    told = game.told()
    assert told["over"]
    assert told["turn"] == "13 of 13"
    assert told["totals"] == dict(zip(("you", "greedy 1", "greedy 2"), game.state.totals(), strict=True))
    *_, end = game.record.states()
    assert end.totals() == game.state.totals()
    with pytest.raises(NotPlayed, match="the game is over"):
        game.legal_plays()


def test_dice_are_kept_by_their_faces() -> None:
    game = begun()
    dice = sorted(Dealer(7).deal(0, 0, 0, 5))
    assert game.told()["dice"] == dice
    left = sorted(game.roll(dice[:2])["dice"])  # type: ignore[call-overload] # dice are a list
    for face in dice[:2]:
        left.remove(face)
    assert game.told()["rolls_left"] == 1


@each(
    ("move", "rule"),
    [
        (lambda game: game.roll([7]), "the faces to keep must lie there: the dice are .*, not \\[7\\]"),
        (lambda game: game.roll([1] * 6), "the faces to keep must lie there"),
        (lambda game: game.score("fulhouse"), "expected a box of h89: .*full-house"),
        (lambda game: game.score("bonus"), "expected a box of h89|only an extra Yahtzee"),
    ],
)
def test_a_move_that_cannot_be_is_refused_by_the_rule(move: Callable[[ModelGame], object], rule: str) -> None:
    game = begun()
    before = game.told()
    with pytest.raises((NotPlayed, IllegalAction), match=rule):
        move(game)
    assert game.told() == before


def test_a_filled_box_and_a_roll_too_many_are_refused_by_the_rule() -> None:
    game = begun()
    game.score("chance")
    with pytest.raises(IllegalAction, match="chance: it is not an open box"):
        game.score("chance")
    game.roll([])
    game.roll([])
    assert game.legal_plays()["roll"] == "no rolls are left: score"
    with pytest.raises(IllegalAction, match="no rolls are left in this turn"):
        game.roll([])


def test_a_contest_has_no_advice() -> None:
    game = begun(is_contest=True)
    for advice in (lambda: game.values(1), game.review):
        with pytest.raises(NotPlayed, match="this game is a contest"):
            advice()


@pytest.mark.parametrize("opponents", [("reagan",), ("greedy",) * 10])
def test_opponents_that_cannot_be_are_refused(opponents: tuple[str, ...]) -> None:
    with pytest.raises(NotPlayed, match=r"expected .*opponents"):
        begun(*opponents)
    with pytest.raises(NotPlayed, match="expected opponents of"):
        ModelGame(Terms(YACHT, 7, ("classic",)), Opponents(), lambda: 0.0)


@each("rules", [*RULE_SETS.values(), rule_set("quintzee", 3, "extra-turn")])
def test_rules_name_every_box(rules: RuleSet) -> None:
    text = rules_text(rules)
    assert "A turn is up to 3 rolls" in text
    assert all(category.name in text for category in rules.categories)


def test_without_the_package_a_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    monkeypatch.delitem(sys.modules, "h89yahtzee.apps.mcp.server", raising=False)
    assert main([]) == 1
    assert capsys.readouterr().err == "yahtzee-mcp: it needs the package mcp: pip install 'h89yahtzee[mcp]'\n"


def test_a_terminal_is_no_client(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    assert main([]) == 2
    assert "standard input is a terminal" in capsys.readouterr().err


def test_who_takes_too_long_gets_a_zero_and_the_others_play() -> None:
    now = [0.0]
    game = ModelGame(Terms(H89, 7, ("greedy",), move_time=30), Opponents(), lambda: now[0])
    now[0] = 30
    game.roll([])
    now[0] = 60.5
    with pytest.raises(NotPlayed, match=r"a move takes at most 30 s: the referee wrote 0 .* greedy: "):
        game.score("chance")
    assert game.state.cards[0].scores[0][0] == 0
    assert (game.state.seat, game.state.turn) == (0, 1)
    with pytest.raises(NotPlayed, match="of which no review knows"):
        game.review()
    game.score("chance")


BOT = """
from h89yahtzee.arena.bot import Bot

class Mine(Bot):
    def turn(self, dice, stage):
        return self.score("chance" if self.legal.get("chance") else "ones")
"""


def test_a_bot_plays_and_its_foul_costs_a_zero(tmp_path: Path) -> None:
    """The bot posts in ones in its third turn, although ones is filled already."""
    (tmp_path / "mine.py").write_text(BOT, "ascii")
    with Opponents(parse_entrants([str(tmp_path / "mine.py")]), Limits(move_time=60, start_time=60)) as known:
        game = ModelGame(Terms(H89, 7, ("mine",)), known, lambda: 0.0)
        lines = []
        for box in ("chance", "twos", "threes"):
            said = game.score(box)["opponents"]
            assert isinstance(said, list)
            lines += said
        with pytest.raises(NotPlayed, match="expected mine once"):
            ModelGame(Terms(H89, 7, ("mine", "mine")), known, lambda: 0.0)
    assert "score Chance" in lines[0]
    assert "score ACES" in lines[1]
    assert lines[2].endswith("0 in the first open box: ones: it is not an open box")
    assert game.state.cards[1].scores[0][1] == 0


@pytest.mark.parametrize(("bot", "told"), [("greedy", "can be met anyway"), ("./missing", "isn't there")])
def test_wrong_bots_are_refused(bot: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([bot]) == 2
    assert told in capsys.readouterr().err
