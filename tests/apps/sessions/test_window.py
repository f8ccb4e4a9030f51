"""The game in the window of a modern terminal emulator, which the library pyte simulates."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.apps import screens
from tests.apps.by_hand import deal, reroll
from tests.apps.games import Games, OnPty
from tests.apps.screens import BLACK, Window
from tests.parameters import few_fast

ALONE = ("-d0", "-r42", "=king")
LEGEND = ("arrows move", "a coach", "CTRL-L redraw")

FUNCTION_KEYS = tuple(b"\x1b" + keys for keys in b"OP OQ OR OS [15~ [17~ [18~ [19~ [20~".split())
"""The bytes that xterm sends for F1 to F9."""


def picture(game: OnPty[Window]) -> tuple[list[str], list[str]]:
    return game.screen.rows(), game.screen.reverse()


def dice(game: OnPty[Window]) -> tuple[int, ...]:
    return screens.dice(game.screen.rows())


def marks(game: OnPty[Window]) -> int:
    return game.screen.rows()[21].count("ROLL")


@pytest.fixture
def game(games: Games) -> OnPty[Window]:
    """A game of one person that shows the first roll."""
    game = games.in_window("-r42", "--confirm-zero", "off", "--take-back", "off", "me")
    game.wait_for("me's move: 2 rolls left.", "? HELP")
    return game


def test_a_larger_window_has_a_legend(games: Games, game: OnPty[Window]) -> None:
    small_rows, small_reverse = picture(game)
    large = games.in_window("-r42", "me", columns=100, rows=30)
    large.wait_for("me's move", "? HELP", *LEGEND)
    rows, reverse = picture(large)
    assert [row[10:90] for row in rows[:25]] == small_rows
    assert [row[10:90] for row in reverse[:25]] == small_reverse
    assert all(legend in "".join(rows[25:]) for legend in LEGEND)
    assert not any(legend in "".join(small_rows) for legend in LEGEND)
    large.send(b"?")
    large.wait_for("Any key returns")
    large.wait_until(lambda: not "".join(large.screen.rows()[25:]).strip(), "an empty line below the page")
    large.send(b"?")
    large.wait_for("me's move", "? HELP", *LEGEND)


def test_the_start_page_has_no_legend_of_the_board(games: Games) -> None:
    large = games.in_window(columns=100, rows=30)
    large.wait_for("RETURN START", "? HELP")
    large.send(b"\r")
    assert not any(legend in large.text() for legend in LEGEND)
    large.wait_for("Your move", "? HELP", *LEGEND)


def test_a_window_shows_what_an_h19_shows(games: Games, game: OnPty[Window]) -> None:
    h19 = games.on_h19("-r42", "me")
    (*rows, marks, one, two, captions), reverse = picture(game)
    assert (marks.split(), captions[38:].split()) == (
        [*"12345"],
        ["F9/r", "ROLL", "d", "DONE", "o", "OOPS", "?", "HELP"],
    )
    for plane, shown in ((h19.screen.rows, [*rows, " " * 80, one, two, captions]), (h19.screen.reverse, reverse)):
        h19.wait_for_value(lambda: [*plane()[:24], plane()[24][:38]], [*shown[:24], shown[24][:38]])  # noqa: B023


@pytest.mark.slow
def test_a_replay_counts_the_games_of_its_record(games: Games, tmp_path: Path) -> None:
    record = tmp_path / "record"
    posts = "".join(f"s {row}\n" for row in range(1, 14))
    assert games.by_lines("-r42", "--record", str(record), "me", answers=f"{posts}y\n{posts}n\n").status == 0
    replay = games.in_window("-d0", "--replay", str(record))
    replay.wait_for("Seed 42", "me scored ", "Next game? (y/n)")
    replay.send(b"y")
    replay.wait_for("Seed 43", "Play again? (y/n)")
    assert screens.number(replay.screen.rows(), screens.GAMES, 0, 1) == 2


def test_function_keys_are_the_h19s(game: OnPty[Window]) -> None:
    for number, sent in enumerate(FUNCTION_KEYS[:5], 1):
        game.send(sent)
        game.wait_for_value(lambda: marks(game), number)
    game.send(FUNCTION_KEYS[7])
    game.wait_for_value(lambda: marks(game), 0)
    game.send(FUNCTION_KEYS[4] + FUNCTION_KEYS[1] + FUNCTION_KEYS[8])
    game.wait_for("1 roll left")
    game.wait_for_value(lambda: dice(game), reroll(deal(42, 0, 0, 0), (1, 4), deal(42, 0, 0, 1)))
    for turn, sent in enumerate((*FUNCTION_KEYS[5:7], b"\r"), 1):
        game.send(sent)
        game.wait_for_value(lambda: dice(game), deal(42, 0, turn, 0))


def resize(game: OnPty[Window], columns: int, rows: int) -> None:
    game.screen.resize(columns, rows)
    game.resize(columns, rows)


GAP = 19
"""The number of the blank row above the row GAMES, for which a window of 24 rows has no room."""


def without_gap(shown: tuple[list[str], list[str]]) -> tuple[list[str], list[str]]:
    rows, reverse = shown
    return rows[:GAP] + rows[GAP + 1 :], reverse[:GAP] + reverse[GAP + 1 :]


def test_the_layout_follows_the_window_in_the_middle_of_a_turn(game: OnPty[Window]) -> None:
    game.send(b"13")
    game.wait_for_value(lambda: marks(game), 2)
    large = picture(game)
    resize(game, 80, 24)
    game.wait_for_value(lambda: picture(game), without_gap(large))
    game.send(b"r")
    game.wait_for("1 roll left")
    game.send(b"2q")
    game.wait_for("Quit this game? (y/n)")
    asked = picture(game)
    resize(game, 80, 25)
    game.wait_until(lambda: without_gap(picture(game)) == asked, "25 rows")
    game.send(b"n?")
    game.wait_for("Any key returns")
    large = picture(game)
    resize(game, 80, 24)
    game.wait_until(lambda: "Any key returns" in game.screen.rows()[23], "the page in 24 rows")
    resize(game, 100, 40)
    game.wait_until(lambda: [row[10:90] for row in game.screen.rows()[:25]] == large[0], "the page in 25 rows")
    game.send(b" ")
    game.wait_for("1 roll left", *LEGEND)
    assert game.screen.rows()[21][10:90].count("ROLL") == 1


TOO_SMALL = "This window is {}; the game needs 80x24. Enlarge it, or quit with q and try --plain."


def test_it_says_less_in_a_tiny_window(games: Games) -> None:
    game = games.in_window("-r42", "me", columns=60, rows=20)
    game.wait_until(lambda: game.words() == TOO_SMALL.format("60x20"), "the size")
    for columns, said in ((30, "q quits"), (10, "80x24 or q"), (6, "80x24")):
        resize(game, columns, 2)
        game.wait_until(lambda: said in game.words() and "80x24" in game.words(), said)  # noqa: B023


def test_a_window_that_becomes_too_small_and_large_again(game: OnPty[Window]) -> None:
    before = picture(game)
    resize(game, 40, 10)
    game.wait_until(lambda: game.words() == TOO_SMALL.format("40x10"), "the size")
    game.send(b"1")  # has no effect, since the dice aren't shown
    game.wait_until_read()
    resize(game, 100, 30)
    game.wait_for("me's move", "? HELP", *LEGEND)
    assert marks(game) == 0
    game.send(b"1")
    game.wait_for_value(lambda: marks(game), 1)
    resize(game, 80, 25)
    game.send(b"1")
    game.wait_for_value(lambda: picture(game), before)


@pytest.mark.parametrize(("key", "status"), [(b"q", 0), (b"\x03", 130)])
def test_a_window_that_is_too_small_can_be_left(games: Games, key: bytes, status: int) -> None:
    game = games.in_window("-r42", "me")
    game.wait_for("me's move: 2 rolls left.", "? HELP")
    game.post_here()
    game.wait_for_value(lambda: screens.selected(game.screen), [1])
    resize(game, 40, 10)
    game.wait_until(lambda: game.words() == TOO_SMALL.format("40x10"), "the size")
    game.send(key)
    assert game.exit_status() == status
    again = games.in_window("--continue")
    again.wait_for("me's move: 2 rolls left.", "? HELP")
    assert screens.number(again.screen.rows(), screens.CATEGORY_ROWS[0], 0, 1) is not None


def test_no_key_is_lost_while_the_window_changes(game: OnPty[Window]) -> None:
    for number in range(30):
        resize(game, 80 + number % 3, 24 + number % 2)
        game.send(b"12345"[number % 5 :][:1])  # marks or unmarks each die six times: none stays marked
    resize(game, 80, 25)
    game.send(b"24")
    game.wait_for_value(lambda: game.screen.rows()[21].split(), ["1", "ROLL", "3", "ROLL", "5"])


def test_ctrl_l_repairs_the_window(game: OnPty[Window]) -> None:
    before = picture(game)
    game.screen.feed(b"\x1b[5;10HBroadcast message\x1b[24;1H\n\n")
    assert picture(game) != before
    game.send(b"\x0c")
    game.wait_for_value(lambda: picture(game), before)


QUERIES = re.compile(rb"\x1b(P|\[6n|\[[>=]?0?c|\[\?[\d;]+\$p|\][^\x07\x1b]*\?|\[>0?q|\[\d+t|_)")


def test_nothing_is_asked_and_what_is_typed_early_is_kept(games: Games) -> None:
    game = games.in_window("-r42", "me")
    game.send(b"1")
    game.wait_for("me's move: 2 rolls left.", "? HELP")
    game.wait_for_value(lambda: marks(game), 1)
    assert QUERIES.search(game.received) is None


@pytest.mark.parametrize(
    "variables",
    few_fast(
        2,
        [
            {"TERM": "unheard-of"},
            {"COLORTERM": "truecolor"},
            {"LC_ALL": "", "LANG": "C"},
            *({"TERM": term} for term in ("linux", "screen", "tmux-256color", "xterm")),
        ],
    ),
    ids=repr,
)
def test_terminals_of_today_show_the_same(games: Games, game: OnPty[Window], variables: dict[str, str]) -> None:
    other = games.in_window("-r42", "me", columns=80, rows=25, **variables)
    other.wait_for("me's move: 2 rolls left.", "? HELP")
    assert picture(other) == picture(game)


def test_function_keys_of_the_linux_console(games: Games) -> None:
    game = games.in_window("-r42", "me", TERM="linux")
    game.wait_for("me's move: 2 rolls left.", "? HELP")
    game.send(b"\x1b[[B\x1b[[D")
    game.wait_for_value(lambda: game.screen.rows()[21].split(), ["1", "ROLL", "3", "ROLL", "5"])


def test_a_terminal_that_does_not_know_its_size_is_taken_for_80x24(games: Games) -> None:
    game = games.in_window("-r42", "me", columns=80, rows=24)
    unknown = games.in_window("-r42", "me", columns=0, rows=0)
    unknown.screen.resize(80, 24)
    for shown in (game, unknown):
        shown.wait_for("me's move: 2 rolls left.", "? HELP")
    assert picture(game) == picture(unknown)


@pytest.mark.parametrize(("columns", "rows"), few_fast(1, [(1, 1), (79, 24), (80, 23)]))
def test_the_game_waits_for_a_window_that_holds_it(games: Games, tmp_path: Path, columns: int, rows: int) -> None:
    record = tmp_path / "record"
    game = games.in_window(*ALONE, "--record", str(record), columns=columns, rows=rows)
    game.wait_until(lambda: game.screen.pyte.cursor.hidden, "the start")
    assert "turn 2 1" not in record.read_text()
    resize(game, 80, 25)
    game.wait_for("Play again? (y/n)", "? HELP")


def test_no_color_leaves_reverse_video(games: Games, game: OnPty[Window]) -> None:
    plain = games.in_window("-r42", "me", NO_COLOR="1")
    plain.wait_for("me's move", "? HELP")
    numbers = re.findall(rb"\x1b\[([\d;]*)m", plain.received)
    used = {int(number) for sequence in numbers for number in sequence.split(b";") if number}
    assert not used & {*range(30, 50), *range(90, 108)}
    assert picture(plain) == picture(game)
    assert "#####" in plain.screen.reverse()[0]


@pytest.mark.parametrize(("columns", "rows"), few_fast(1, [(100, 30), (80, 24), (40, 10)]))
def test_a_phosphor_is_on_black_and_none_is_the_terminals_own_colours(
    games: Games, columns: int, rows: int
) -> None:
    """This holds whatever colour the terminal erases with. No colour is left afterwards, even on a terminal with
    only one screen."""
    shown = "This window" if rows < 24 else "? HELP"
    for words, background in (((), BLACK), (("--phosphor", "none"), "default")):
        game = games.in_window("-r42", *words, "me", columns=columns, rows=rows)
        game.wait_for(shown)
        game.wait_for_value(game.screen.backgrounds, {background})
        assert ("default" in game.screen.colors()) == (background == "default")
        game.send(b"q" if rows < 24 else b"qy")
        assert game.exit_status() == 0
        assert game.screen.backgrounds() == game.screen.colors() == {"default"}


@pytest.mark.parametrize("variables", few_fast(1, [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}]), ids=repr)
def test_a_terminal_without_utf_8_gets_ascii(games: Games, variables: dict[str, str]) -> None:
    game = games.in_window("-r42", "me", columns=80, rows=25, **variables)
    game.wait_for("me's move", "? HELP")
    assert game.received.isascii()
    rows = [row.replace("o", "●") if index > 21 else row for index, row in enumerate(game.screen.rows())]
    assert screens.dice(rows) == deal(42, 0, 0, 0)
