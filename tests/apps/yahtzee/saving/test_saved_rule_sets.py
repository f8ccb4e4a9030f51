"""Games that are left and resumed, by programs: each ends as it does when it is played at once."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.rules import RuleSet, rule_set
from h89yahtzee.game.state import Score
from h89yahtzee.table.series.match import Match
from tests.apps.games import Games, OnPty
from tests.apps.screens import H19Screen
from tests.apps.yahtzee.saving.saved_games import GO_ON, check_quiet, journal, leave, turns_saved

SEED = 7
PLAYERS = ("me", "=king:greedy")
QUINTZEE = ("quintzee", "--columns", "2", "--bonus")
RULES = [("triple",), (*QUINTZEE, "extra-turn")]
OTHERS = [
    *((name,) for name in ("official", "free-choice", "quiz", "yacht", "yatzy")),
    *((*QUINTZEE, bonus) for bonus in ("joker", "normal")),
]
SLOW = [pytest.param(words, marks=pytest.mark.slow) for words in OTHERS]
MANY = ("--rules", "quintzee", "--columns", "6", "--mode", "synchronized", *PLAYERS, "-d1")


def named(words: tuple[str, ...]) -> RuleSet:
    name, *choices = words
    return rule_set(name, int(choices[1]), choices[3]) if choices else rule_set(name)


def answers(rules: RuleSet) -> list[str]:
    """Lines that post each of the person's rolls in the first legal box."""
    match = Match(Setup((Player("me", HUMAN), Player("king", "greedy")), SEED, rules))
    lines = []
    while not match.has_ended:
        if match.is_human:
            box = match.state.legal_boxes()[0]
            row = "bonus" if box.row == rules.bonus_row else str(box.row + 1)
            lines.append(f"s {row}/{box.column + 1}\n" if rules.columns > 1 else f"s {row}\n")
            match.act(Score(box))
        else:
            match.act(match.decide().action)
    return lines


def shown(games: Games) -> list[str]:
    """The cards of the only game, without its date."""
    _, *cards = games.by_lines("--games", "1").output.splitlines()
    return cards


@pytest.mark.parametrize("words", [*RULES, *SLOW], ids=" ".join)
def test_a_game_in_three_parts_ends_as_in_one(games: Games, tmp_path: Path, words: tuple[str, ...]) -> None:
    lines = answers(named(words))
    (tmp_path / "whole").mkdir()
    whole = Games(tmp_path / "whole")
    check_quiet(whole.by_lines(f"-r{SEED}", "--rules", *words, *PLAYERS, answers="".join(lines) + "n\n"))
    check_quiet(games.by_lines(f"-r{SEED}", "--rules", *words, *PLAYERS, answers="".join(lines[:3])))
    assert "unfinished in turn 4" in games.by_lines("--games").output
    check_quiet(games.by_lines("--continue", answers="".join(lines[3:8])))
    check_quiet(games.by_lines("--continue", answers="".join(lines[8:]) + "n\n"))
    assert shown(games) == shown(whole)
    assert turns_saved(games) == [(1, 2 * len(lines))]
    [scores] = json.loads(games.by_lines("--scores", "--json").output)
    assert (scores["rules"], scores["columns"], scores["games"]) == (words[0], named(words).columns, 1)


def post_until(game: OnPty[H19Screen], games: Games, turns: range) -> None:
    """Press DONE, and y where a box is scratched; then the computer plays its turn."""
    for turn in turns:
        game.send(b"dy")
        game.wait_until(partial(are_posted, games, 2 * turn + 2), f"turn {turn + 1} of both")


def are_posted(games: Games, turns: int) -> bool:
    return journal(games).exists() and turns_saved(games) == [(1, turns)]


@pytest.mark.slow
def test_six_columns_on_the_screen_go_on_where_they_were_left(games: Games) -> None:
    game = games.on_h19(f"-r{SEED}", *MANY)
    game.wait_for("me's move")
    post_until(game, games, range(5))
    leave(game)
    again = games.on_h19(*MANY)
    again.wait_for(GO_ON)
    again.send(b"y")
    again.wait_until(lambda: GO_ON not in again.text(), "the answer")
    post_until(again, games, range(5, 78))
    again.wait_for("Play again?")
    leave(again, b"n")
    listed = games.by_lines("--games").output
    assert listed.count("\n") == 1
    assert "unfinished" not in listed
