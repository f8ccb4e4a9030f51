"""`yahtzee --accessible`: a whole game in sentences, which espeak-ng reads aloud."""

import re
import shutil
import subprocess
import wave
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.apps.games import Games, Result

TURNS = 13
TIME_LIMIT = 240
FIRST = ("7", "5", "99", "8", "7", "99", "", "12", "4", "4", "9", "1", "2 5")
"""Answers in the first turn: for the rules, all choices, a wrong answer, the settings and back, advice twice, the
saved games and back, and dice typed where a choice is asked for."""
LAST = ("2", "4", "1", "1", "1", "2", "1", "3", "1", "4", "2", "3", "9", "4", "6")
"""Answers after the game: for its review, the saved games, of which one is reviewed, compared and played back, the
scores, and the days."""
DATE = re.compile(r"\d+ [A-Z][a-z]+ \d{4} at \d\d:\d\d")


def answers() -> Iterator[str]:
    """Yield the answers of a game in which the second and the fifth die are rolled twice in turn n and row n is
    scored."""
    yield from FIRST
    for turn in range(1, TURNS + 1):
        yield from ("1", "2 5", "1", "25", *(["3"] if turn == 7 else []), "2", str(turn))
    yield from LAST


def play(games: Games, typed: list[str], *words: str, **variables: str) -> Result:
    command = ("-r42", *words, "ann", "=king:greedy")
    return games.by_lines(*command, answers="\n".join([*typed, ""]), **variables)


@pytest.fixture
def game(games: Games) -> str:
    """The text that the program prints, with each answer behind its prompt."""
    result = play(games, [*answers()], "--accessible", "--coach", "warn")
    assert (result.status, result.errors) == (0, "")
    left = answers()
    lines = [f"{line}{next(left)}" if line.endswith(": ") else line for line in result.output.splitlines()]
    assert [*left] == []
    return DATE.sub("1 May 2026 at 12:00", "\n".join([*lines, ""]))


@pytest.mark.slow
def test_a_whole_game_in_sentences(game: str, check_golden: Callable[[str, str], None]) -> None:
    lines = game.splitlines()[:-1]
    assert [line for line in lines if not re.fullmatch(r"(\d+: )?[A-Za-z0-9].*([.?]|: [0-9 ]*)", line)] == []
    assert [line for line in lines if re.search(r"[^\w\s]{2}|  |[|+*#=<>_~-]", line) and "-05-" not in line] == []
    turns = [line for line in lines if "dice in turn" in line]
    assert len(turns) >= 2 * TURNS
    assert all(re.match(r"[1-6], [1-6], [1-6], [1-6] and [1-6] are ", line) for line in turns)
    assert game.count("ann scores ") == 2 * TURNS  # once in the game, and once when it is played back
    check_golden("accessible.txt", game)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng isn't installed")
def test_espeak_reads_it_aloud(game: str, tmp_path: Path) -> None:
    text, sound = tmp_path / "game.txt", tmp_path / "game.wav"
    text.write_text(game, "ascii")
    command = ["espeak-ng", "-s", "400", "-f", str(text), "-w", str(sound)]
    subprocess.run(command, check=True, capture_output=True, timeout=TIME_LIMIT)
    with wave.open(str(sound)) as read:
        seconds = read.getnframes() / read.getframerate()
    # Nobody says more than ten words a second, and at the fastest speed a word takes less than a second.
    assert len(game.split()) / 10 < seconds < len(game.split())


def test_the_environment_asks_for_it_and_an_option_refuses_it(games: Games) -> None:
    plain = play(games, ["q", "y"])
    assert play(games, ["q", "y"], ACCESSIBLE="0") == plain
    assert play(games, ["q", "y"], "--no-accessible", ACCESSIBLE="1") == plain
    sentences = play(games, ["12", "1"], "--accessible").output
    assert play(games, ["12", "1"], ACCESSIBLE="1").output == sentences
    assert sentences.startswith(
        "This is Yahtzee by the rules h89, told in sentences, and every choice has a number.\n"
    )


def test_help_says_in_its_first_line_that_it_is_there(games: Games) -> None:
    first, *others = games.by_lines("--help").output.splitlines()
    assert "--accessible" in first
    assert any("--accessible is for a screen reader." in line for line in others[:4])


@pytest.mark.slow
def test_lists_of_games_are_sentences(games: Games) -> None:
    assert games.by_lines("--accessible", "--games").output == "No games are saved.\n"
    assert games.by_lines("--accessible", "--scores").output == "No games are finished.\n"
    play(games, [f"s {turn}" for turn in range(1, TURNS + 1)] + ["n"])
    told = [games.by_lines("--accessible", *lists) for lists in (["--games"], ["--scores"], ["--games", "1"])]
    assert [(result.status, result.errors) for result in told] == [(0, "")] * 3
    listed, scores, cards = (result.output for result in told)
    assert re.fullmatch(r"Game 1 of .* by the rules h89 is finished: ann \d+, king \d+\.\n", listed)
    assert scores.startswith("ann has finished 1 game by the rules h89, with ")
    assert re.search(r"^ann has scored \d+ in ones, \d+ in twos, .* and \d+ in chance\.$", cards, re.MULTILINE)
    reviewed = games.by_lines("--accessible", "--review", "1").output
    assert "ann could expect 245.9 points at first, " in reviewed


def test_a_terminal_without_a_screen_hears_of_it_first(games: Games) -> None:
    game = games.on_h19("-r42", "ann", term="dumb")
    game.wait_for("re-roll?")
    assert game.text().lstrip().startswith("yahtzee: with --accessible there are whole sentences")


@pytest.mark.slow
def test_the_start_page_and_a_turn_on_a_terminal(games: Games) -> None:
    """Nothing is drawn over what stands there: only printable characters, line ends and the terminal's own echo
    arrive."""
    game = games.on_h19("--accessible", "-r42", term="xterm-256color")
    game.wait_for("Who plays?")
    asked = [
        ("ann =bob", "Which rules are played?"),
        ("1", "How does bob play?"),
        ("", "Do all players get the same dice?"),
        ("2", "1 rolls, 2 scores"),
        ("2", "Type the number of a row"),
        ("12", "1 means yes, 2 means no"),
        ("1", "dice in turn 2"),
        ("12", "Quit this game? 1 means yes"),
    ]
    for answer, shown in asked:
        game.send(f"{answer}\n".encode())
        game.wait_until(lambda shown=shown: shown in game.received.decode(), shown)  # type: ignore[misc]
    game.send(b"1\n")
    assert game.exit_status() == 0
    assert not game.received.strip(bytes(range(0x20, 0x7F)) + b"\r\n")
    assert game.received.replace(b"\r\n", b"").count(b"\r") == 0


def test_a_serial_line_has_a_screen(games: Games) -> None:
    result = games.by_lines("--accessible", "--line", "/dev/null", "ann")
    assert result.status == 2
    assert result.errors.startswith("yahtzee: --accessible uses no screen: expected it without --line")
