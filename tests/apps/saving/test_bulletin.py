"""`--bulletin` writes files that a BBS can show."""

from pathlib import Path

import pytest

from h89yahtzee.apps.saving.bulletin import NO_GAMES, TITLE, Bulletin, bulletin_lines
from tests.apps.games import Games
from tests.apps.saving.saved_games import posts
from tests.naming import each

SCREEN = (23, 79)


@each("groups", range(12))
def test_it_fits_a_screen_and_has_the_heads_that_fit(groups: int) -> None:
    lists = [[f"rules {group}", *(f"{place:2}. {'x' * 90}" for place in range(1, 11))] for group in range(groups)]
    lines = [*bulletin_lines(lists)]
    assert len(lines) <= SCREEN[0]
    assert max(map(len, lines)) <= SCREEN[1]
    assert lines[0].strip() == TITLE
    assert [line for line in lines if line.startswith("rules")] == [head for head, *_ in lists[:5]]
    assert (lines[2:] == [NO_GAMES]) is (groups == 0)
    assert groups != 1 or len(lines) == 13


def test_it_is_written_after_each_game(games: Games, tmp_path: Path) -> None:
    folder = tmp_path / "bulletins"
    folder.mkdir()
    words = ("-r1", "--bulletin", str(folder), "ann")
    assert games.by_lines(*words, answers=posts(1, 12)).errors == ""
    assert [*folder.iterdir()] == []
    assert games.by_lines(*words, answers=posts() + "n\n").errors == ""
    plain, coloured = ((folder / f"h89yahtzee.{end}").read_bytes() for end in ("asc", "ans"))
    assert b"\r\nh89, 1 column: the best games of all\r\n 1. " in plain
    assert b" ann " in plain
    assert b"\x1b" not in plain
    # SGR 7 begins reverse video, SGR 0 ends it (ECMA-48).
    assert coloured.replace(b"\x1b[7m", b"").replace(b"\x1b[m", b"").replace(b"\x1b[0m", b"") == plain
    assert coloured.count(b"\x1b[7m") == 2
    assert not coloured.strip(bytes(range(0x20, 0x7F)) + b"\x1b\r\n")
    assert sorted(path.name for path in folder.iterdir()) == ["h89yahtzee.ans", "h89yahtzee.asc"]


def test_a_folder_that_is_missing_is_told_at_the_start(games: Games, tmp_path: Path) -> None:
    result = games.by_lines("--bulletin", str(tmp_path / "none"), "ann")
    assert result.status == 1
    assert result.errors == f"yahtzee: --bulletin: expected a folder that exists, not '{tmp_path / 'none'}'\n"


@pytest.mark.usefixtures("games")
def test_a_file_that_cant_be_written_is_told(tmp_path: Path) -> None:
    told: list[str] = []
    bulletin = Bulletin(str(tmp_path), told.append, tmp_path / "no journal")
    bulletin.write()
    assert told == []
    tmp_path.joinpath("h89yahtzee.asc").unlink()
    tmp_path.joinpath("h89yahtzee.asc").mkdir()
    bulletin.write()
    assert len(told) == 1
    assert told[0].endswith(": the bulletin isn't written")
