"""Games that are left and resumed by whole programs, on the screen and in text mode."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.apps import screens
from tests.apps.by_hand import SCORES, deal, totals
from tests.apps.far_end import LIMIT
from tests.apps.games import ROOT, Games, OnPty, Result
from tests.apps.saving.saved_games import GO_ON, check_quiet, journal, leave, posts, turns_saved
from tests.apps.screens import H19Screen
from tests.parameters import few_fast
from tests.store.games import record_of, save

SEED = 7
FIRST_ROWS = [SCORES[row](deal(SEED, 0, row, 0)) for row in range(13)]
"""The scores of a person who posts turn n in row n."""


def card(game: OnPty[H19Screen]) -> list[int | None]:
    return screens.card(game.screen.rows(), 0, 1)


def post(game: OnPty[H19Screen], row: int) -> None:
    """Post in `row`, the first open row; the row below is then selected, and shows what the new dice score
    there."""
    shown = [*FIRST_ROWS[: row + 2]]
    game.post_here()
    game.wait_for_value(lambda: card(game)[: row + 2], shown)


def test_who_declines_is_not_asked_about_that_game_again(games: Games) -> None:
    check_quiet(games.by_lines(f"-r{SEED}", "me", answers=posts(1, 4)))
    game = games.on_h19("--confirm-zero", "off", "--take-back", "off", "me")
    game.wait_for(GO_ON)
    game.send(b"n")
    game.wait_until(lambda: card(game)[1:] == [None] * 12, "another game")
    game.send(b"d")
    game.wait_until(lambda: card(game)[0] is not None and card(game)[2:] == [None] * 11, "a posted turn")
    game.send(b"d" * 12)
    game.wait_for("Play again?")
    leave(game, b"n")
    assert turns_saved(games) == [(1, 4), (2, 13)]
    another = games.on_h19("me")
    another.wait_for("me's move: 2 rolls left.")
    assert GO_ON not in another.text()
    leave(another)
    check_quiet(games.by_lines("--continue", answers=posts(5, 5)))
    assert turns_saved(games) == [(1, 5), (2, 13)]


@pytest.mark.parametrize(
    ("words", "asked"),
    few_fast(
        3,
        [
            (("me",), True),
            (("me", "--resume", "never"), False),
            (("me", "-r8"), False),
            (("me", "--resume", "ask"), True),
            (("me", "--oldstyle"), False),
            (("you",), False),
            (("me", "=king"), False),
            (("=me",), False),
            (("me", "--duplicate"), False),
            (("me", "-ha1"), False),
            (("--replay", "record"), False),
        ],
    ),
)
def test_when_the_players_are_asked(games: Games, tmp_path: Path, words: tuple[str, ...], asked: bool) -> None:
    check_quiet(games.by_lines(f"-r{SEED}", "me", "--record", str(tmp_path / "record"), answers=posts(1, 4)))
    given = [str(tmp_path / "record") if word == "record" else word for word in words]
    game = games.on_h19(*given)
    game.wait_for("'s move")
    assert (GO_ON in game.text()) is asked


def test_always_goes_on_without_a_question(games: Games) -> None:
    check_quiet(games.by_lines(f"-r{SEED}", "me", answers=posts(1, 4)))
    check_quiet(games.by_lines("me", "--resume", "always", answers=posts(5, 6)))
    assert turns_saved(games) == [(1, 6)]


def test_through_pipes_nobody_is_asked(games: Games) -> None:
    check_quiet(games.by_lines(f"-r{SEED}", "me", answers=posts(1, 4)))
    result = games.by_lines("me", answers="s 1\n")
    check_quiet(result)
    assert result.output.splitlines()[1].startswith("me rolls ")
    assert turns_saved(games) == [(1, 4), (2, 1)]


@pytest.mark.parametrize(
    ("words", "turns"),
    [(("--oldstyle", "me"), 13), (("--save", "never", "me"), 4), (("-d1", "=reagan", "=king"), 0)],
)
def test_what_is_not_saved(games: Games, words: tuple[str, ...], turns: int) -> None:
    check_quiet(games.by_lines(f"-r{SEED}", *words, answers=posts(1, turns) + "n\n" * (turns == 13)))
    assert not journal(games).exists()


def test_never_saves_finished_games(games: Games) -> None:
    check_quiet(games.by_lines(f"-r{SEED}", "--save", "never", "me", answers=posts() + "n\n"))
    assert turns_saved(games) == [(1, 13)]


def test_ask_by_lines(games: Games) -> None:
    check_quiet(games.by_lines("-r1", "--save", "ask", "me", answers="s 1\nq\ny\nn\n"))
    check_quiet(games.by_lines("-r2", "--save", "ask", "me", answers="s 1\nq\ny\ny\n"))
    check_quiet(games.by_lines("-r3", "--save", "ask", "me", answers="s 1\n"))
    assert [number for number, _ in turns_saved(games)] == [2, 3]


def test_games_won_before_are_counted_on(games: Games) -> None:
    check_quiet(games.by_lines(f"-r{SEED}", "me", answers=posts() + "y\n" + posts(1, 2)))
    assert turns_saved(games) == [(1, 13), (2, 2)]
    check_quiet(games.by_lines("-r9", "me", answers=posts() + "n\n"))
    result = games.by_lines("--continue", answers=posts(3, 13) + "n\n")
    assert re.search(r"^me: \d+, games played: 2$", result.output, re.MULTILINE)
    assert f"Seed {SEED + 1}: " in result.output


def test_what_others_won_in_the_same_sitting_is_not_counted(games: Games) -> None:
    """The players may change between two games of a sitting."""
    journal(games).parent.mkdir(parents=True)
    save(journal(games), record_of(26, "me", "king"), record_of(13, "me"), record_of(2, "me"))
    result = games.by_lines("--continue", answers=posts(3, 13) + "n\n")
    assert re.search(r"^me: \d+, games played: 2$", result.output, re.MULTILINE)
    check_quiet(result)


def test_a_game_that_is_gone_on_with_is_recorded_from_its_beginning(games: Games, tmp_path: Path) -> None:
    for name, parts in (("whole", [13]), ("parts", [5, 13])):
        start = 0
        for end in parts:
            words = ("--continue",) if start else (f"-r{SEED}", "me")
            record = ("--record", str(tmp_path / name)) if end == 13 else ()
            check_quiet(games.by_lines(*words, *record, answers=posts(start + 1, end) + "n\n" * (end == 13)))
            start = end
    assert (tmp_path / "whole").read_text() == (tmp_path / "parts").read_text()


def test_a_game_that_is_played_is_not_gone_on_with(games: Games) -> None:
    game = games.on_h19(f"-r{SEED}", "me")
    game.wait_for("me's move")
    post(game, 0)
    result = games.by_lines("--continue")
    told = "yahtzee: game 1 is played by another yahtzee: leave it there first (q)\n"
    assert (result.status, result.output, result.errors) == (1, "", told)
    other = games.on_h19("me")
    other.wait_for("me's move: 2 rolls left.")
    assert GO_ON not in other.text()
    third = games.on_h19("ann")
    third.wait_for("ann's move: 2 rolls left.", "? HELP")
    assert "cut off" not in third.text()
    post(game, 1)
    leave(game)
    assert turns_saved(games) == [(1, 2)]
    check_quiet(games.by_lines("--continue"))


def test_an_unfinished_game_is_resumed_from_the_list(games: Games) -> None:
    """The game on the screen is saved when another one is resumed, and can't itself be resumed while it is
    played."""
    check_quiet(games.by_lines(f"-r{SEED}", "me", answers=posts(1, 2)))
    game = games.on_h19("-r9", "bob")
    game.wait_for("bob's move: 2 rolls left.")
    game.post_here()
    game.wait_until(lambda: card(game)[0] is not None and card(game)[2:] == [None] * 11, "a posted turn")
    game.send(b"gr")
    game.wait_for("Game 2 is the one that you are playing.", "bob's move")
    game.send(b"gjr")
    game.wait_for("me's move: 2 rolls left.")
    game.wait_for_value(lambda: card(game)[:3], FIRST_ROWS[:3])
    post(game, 2)
    leave(game)
    assert turns_saved(games) == [(1, 3), (2, 1)]


def test_games_are_listed(games: Games) -> None:
    assert games.by_lines("--games").output == "No games are saved.\n"
    check_quiet(games.by_lines(f"-r{SEED}", "me", answers=posts() + "n\n"))
    check_quiet(games.by_lines("-r9", "me", "=king:greedy", answers="s 1\n"))
    newest, oldest = games.by_lines("--games").output.splitlines()
    total = totals(FIRST_ROWS)[3]
    date = r"\d{4}-\d\d-\d\d \d\d:\d\d"
    assert re.fullmatch(rf" +1  {date}  h89 +me {total}", oldest)
    score = SCORES[0](deal(9, 0, 0, 0))
    assert re.fullmatch(rf" +2  {date}  h89 +turn 2: me {score}, =king:medium \d+", newest)


def test_the_cards_of_a_game(games: Games) -> None:
    check_quiet(games.by_lines(f"-r{SEED}", "me", answers=posts() + "n\n"))
    head, *lines = games.by_lines("--games", "1").output.splitlines()
    assert re.fullmatch(rf"Game 1, .*, h89, seed {SEED}, finished", head)
    subtotal, bonus, above, total = map(str, totals(FIRST_ROWS))
    shown = [line.split()[-1] for line in lines[1:18]]
    posted = [str(score) for score in FIRST_ROWS]
    assert shown == [*posted[:6], subtotal, bonus, above, *posted[6:], total]
    assert lines[-1] == f"me: {total}"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--games", "5"), "there is no game 5: expected one that --games lists"),
        (("--continue", "5"), "there is no game 5: expected one that --games lists"),
        (("--continue", "1"), "game 1 is finished: expected an unfinished one"),
        (("--continue",), "there is no unfinished game"),
    ],
)
def test_a_game_that_isnt_there(games: Games, words: tuple[str, ...], message: str) -> None:
    check_quiet(games.by_lines(f"-r{SEED}", "me", answers=posts() + "n\n"))
    assert games.by_lines(*words) == Result(1, "", f"yahtzee: {message}\n")


def test_scores(games: Games) -> None:
    assert games.by_lines("--scores").output == "No games are finished.\n"
    assert games.by_lines("--scores", "--json").output == "[]\n"
    assert games.by_lines("--review") == Result(1, "", "yahtzee: there is no finished game yet\n")
    reached = [totals([SCORES[row](deal(seed, 0, row, 0)) for row in range(13)])[3] for seed in (1, 2)]
    check_quiet(games.by_lines("-r1", "me", answers=f"{posts()}y\n{posts()}n\n"))
    check_quiet(games.by_lines("-r1", "me", answers=posts(1, 3)))
    [found] = json.loads(games.by_lines("--scores", "--json").output)
    average = (0.93 * reached[0] + reached[1]) / 1.93
    assert found.pop("average") == pytest.approx(average)
    best = sorted(reached, reverse=True)
    assert [(game["total"], game["player"]) for game in found.pop("best_of_all")] == [(each, "me") for each in best]
    names = {"player": "me", "rules": "h89", "columns": 1, "games": 2}
    unplayed = dict.fromkeys(("won", "lost", "won_against_computers", "lost_against_computers"), 0)
    yahtzees = sum(SCORES[11](deal(seed, 0, 11, 0)) == 50 for seed in (1, 2)) / 2
    cards = {"upper_bonus_rate": 0.0, "yahtzees": yahtzees}
    assert found == {**names, **unplayed, **cards, "last": reached, "best": best, "recent": reached}
    head, row, _, head_of_totals, row_of_totals, *others = games.by_lines("--scores").output.splitlines()
    assert head.split() == ["player", "rules", "games", "average", "bonus", "Yahtzees"]
    assert row.split() == ["me", "h89", "2", f"{average:.1f}", "0%", f"{yahtzees:.2f}"]
    assert head_of_totals.split() == ["player", "rules", "last", "five", "best", "five"]
    assert row_of_totals.split() == ["me", "h89", *map(str, reached + best)]
    assert sum(line.count("*") for line in others) == 0


def test_scores_fit_a_line_with_a_long_name_and_say_what_their_columns_mean(games: Games) -> None:
    name = "BartholomewTheSecondOfCheltenhamAndBath"
    check_quiet(games.by_lines("-r1", "--rules", "free-choice", name, "=king:random", answers=f"{posts()}n\n"))
    shown = games.by_lines("--scores").output.partition(": the best games")[0]
    assert max(map(len, shown.splitlines())) <= 72
    assert name[:34] in shown
    heads = {word for line in shown.splitlines() if line.startswith("player") for word in re.split("  +", line)[2:]}
    explained = {"average", "bonus", "Yahtzees", "last five", "best five", "won-lost"}
    assert heads == explained | {"games", "against computers"}
    for head in explained:
        assert f"{head}: " in shown


@pytest.mark.parametrize(("answers", "imported"), few_fast(1, [("1\n", set()), ("s 1\n", {"sqlite3"})]))
def test_what_only_the_journal_needs_is_not_imported_before(games: Games, answers: str, imported: set[str]) -> None:
    """Such imports, of sqlite for instance, would delay the first screen."""
    code = """
import sys
from h89yahtzee.apps.yahtzee.play import main
main(["-r1", "me", "=reagan"])
print({"sqlite3", "tomllib", "blessed", "serial", "numpy", "ctypes"} & {*sys.modules}, file=sys.stderr)
"""
    program = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=games.environment,
        input=answers,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=True,
    )
    assert program.stderr == f"{imported}\n"


def test_no_test_finds_the_games_of_whoever_runs_it() -> None:
    for kind in ("CONFIG", "DATA", "STATE"):
        assert "h89yahtzee-tests-" in os.environ[f"XDG_{kind}_HOME"]


def test_where_the_journal_is(games: Games) -> None:
    check_quiet(games.by_lines("-r1", "me", answers="s 1\n"))
    for directory in (games.home / "DATA", games.home / "DATA" / "h89yahtzee"):
        assert directory.stat().st_mode & 0o777 == 0o700
    check_quiet(games.by_lines("-r1", "me", answers="s 1\n", XDG_DATA_HOME="relative"))
    assert (games.home / ".local" / "share" / "h89yahtzee" / "journal.sqlite3").exists()
    assert not Path("relative").exists()


def test_an_unusable_journal_is_set_aside_and_the_players_are_told(games: Games) -> None:
    journal(games).parent.mkdir(parents=True)
    journal(games).write_text("Dear Sir, " * 1000)
    for words in ("--games", "--scores"):
        told = games.by_lines(words).errors
        assert told.endswith("is not a database; a game that can't use it sets it aside and begins a new one\n")
    game = games.on_h19(f"-r{SEED}", "me")
    game.wait_for("me's move")
    post(game, 0)
    game.wait_for("Earlier games were set aside.")
    leave(game)
    aside = journal(games).with_name("journal-set-aside-1.sqlite3")
    assert aside.read_text().startswith("Dear Sir")
    assert f"file is not a database; it was set aside as {aside}\r\n".encode() in game.received
    assert turns_saved(games) == [(1, 1)]
