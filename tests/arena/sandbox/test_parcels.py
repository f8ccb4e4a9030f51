"""Parcels of a bot's files for other machines: which files are packed, and that a bot plays where it's unpacked."""

import sys
from pathlib import Path

import pytest

from h89yahtzee.arena.entrant import Entrant, parse_entrant
from h89yahtzee.arena.sandbox import parcels
from h89yahtzee.arena.sandbox.bot_files import located
from h89yahtzee.arena.sandbox.own_folder import remove
from h89yahtzee.arena.sandbox.parcels import digests, packed
from h89yahtzee.arena.tournament.bot_pool import BotPool
from tests.arena.outcomes import result_of
from tests.arena.processes import PATIENT

BOT = """
from h89yahtzee.arena.bot import Bot
import json, first
from pack import number

class Prying(Bot):
    def turn(self, dice, stage):
        return self.score(next(iter(self.legal)))

    def game_over(self):
        from pathlib import Path
        print("plays at", Path(__file__).as_posix(), first.second.VALUE + number.VALUE)
        for name in ("other.py", "asset"):
            try:
                Path(__file__).with_name(name).read_bytes()
            except OSError as error:
                print(name, type(error).__name__)
"""
OTHER = """
from h89yahtzee.arena.bot import Bot

class Other(Bot):
    def turn(self, dice, stage):
        return self.score(next(iter(self.legal)))
"""
FILES = {
    "bot.py": BOT,
    "first.py": "import second, pack\n",
    "second.py": "VALUE = 40\n",
    "unused.py": "",
    "other.py": OTHER,
    "asset": "",
    "pack/__init__.py": "",
    "pack/number.py": "VALUE = 2\n",
    "pack/table": "",
    "pack/__pycache__/number.pyc": "",
    ".git/config": "",
    "third/bot": "#!/bin/sh\nexec ./more\n",
    "third/more": "",
    "third/.env": "",
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "home" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "ascii")
        path.chmod(0o755 if name == "third/bot" else 0o644)
    return tmp_path / "home"


def entrants(home: Path, *texts: str) -> list[Entrant]:
    return [located(parse_entrant(text), home) for text in texts]


def names(home: Path, *texts: str) -> list[set[str]]:
    found = packed(entrants(home, *texts))
    return [{Path(name).relative_to(home).as_posix() for name, _, _ in parcel.files} for parcel in found]


def test_what_goes_along(home: Path) -> None:
    modules = {"bot.py", "first.py", "second.py", "pack/__init__.py", "pack/table"}
    own = {"third/bot", "third/more"}
    assert names(home, "./bot.py", "./third", "greedy", "sh unused.py") == [
        {"bot.py"},
        own,
        set(),
        {"unused.py"},
    ]
    assert names(home, "./.", "./pack/number.py") == [
        {*modules, "asset", "other.py", "unused.py", *own},
        {"pack/number.py"},
    ]


def test_links_that_lead_out_of_a_folder_are_not_followed(home: Path) -> None:
    for name, target in (("out", "../bot.py"), ("gone", "nothing"), ("all", "../pack"), ("in", "more")):
        (home / "third" / name).symlink_to(target)
    assert names(home, "./third", "sh third/out") == [{"third/bot", "third/more", "third/in"}, set()]


def test_unpacked_bots_play_where_their_files_never_were(home: Path, tmp_path: Path) -> None:
    sent = packed(entrants(home, "bot=./.", "./other.py"))
    remove(home)
    with BotPool([], PATIENT, tmp_path / "logs", parcels=sent) as pool:
        result_of(pool, (0, 1))
    place, *refused = (tmp_path / "logs" / "bot.log").read_text("ascii").splitlines()
    assert place.endswith(f"/files{home}/bot.py 42")
    assert refused == ["other.py PermissionError"]
    assert not Path(place.split()[2]).exists()


def test_program_may_be_executed_where_it_is_unpacked(home: Path, tmp_path: Path) -> None:
    [parcel] = packed(entrants(home, "./third --fast"))
    unpacked = parcel.unpack(tmp_path / "files")
    folder = f"{tmp_path}/files{home}/third"
    assert (unpacked.command, unpacked.folder) == ((f"{folder}/bot", "--fast"), folder)
    assert [Path(folder, name).stat().st_mode & 0o777 for name in ("bot", "more")] == [0o700, 0o600]


@pytest.mark.parametrize(("file", "is_noticed"), [("bot.py", True), ("pack/table", True), (".git/config", False)])
def test_digest_is_another_after_a_change_in_what_goes_along(file: str, is_noticed: bool, home: Path) -> None:
    bots = entrants(home, "./.", "greedy")
    before, none = digests(bots)
    assert (digests(bots), none) == ((before, ""), "")
    (home / file).write_text(f"{FILES[file]}\n", "ascii")
    assert (digests(bots)[0] != before) == is_noticed


def test_folder_of_a_bot_may_be_deep(tmp_path: Path) -> None:
    deep, limit = Path(*["x"] * 300), sys.getrecursionlimit()
    (tmp_path / deep).mkdir(parents=True)
    (tmp_path / deep / "file").touch()
    (tmp_path / "bot.py").write_text(BOT, "ascii")
    sys.setrecursionlimit(300)
    try:
        assert names(tmp_path, "./.") == [{"bot.py", f"{deep}/file"}]
    finally:
        sys.setrecursionlimit(limit)


@pytest.mark.slow
def test_of_a_huge_bot_no_more_is_read_than_may_go_along(tmp_path: Path) -> None:
    with (tmp_path / "it.py").open("wb") as file:
        file.truncate(2**32)
    assert digests(entrants(tmp_path, "./it.py")) == ("",)


def test_what_is_hidden_neither_goes_along_nor_counts(home: Path) -> None:
    bots, hidden = entrants(home, "./third"), [home / "third" / "journal", home / "third" / "games"]
    before, sent = digests(bots), packed(bots)
    hidden[1].mkdir()
    for path in (hidden[0], hidden[1] / "1"):
        path.touch()
    assert (digests(bots, hidden), packed(bots, hidden)) == (before, sent)
    assert digests(bots) != before


def test_a_bot_that_is_too_large_is_refused_and_has_no_digest(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parcels, "_MOST_FILES", 5)
    [bot] = entrants(home, "./.")
    assert digests([bot]) == ("",)
    with pytest.raises(ValueError, match="expected at most 5 files with 16 MiB for another machine"):
        packed([bot])
