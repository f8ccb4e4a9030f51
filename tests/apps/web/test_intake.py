"""Files of many games are imported: what the page says meanwhile, and that its own game goes on."""

from __future__ import annotations

import pytest

from h89yahtzee.notation.record_text import format_record, parse_records
from tests.apps.web.fake_page import FakePage, MemoryFile
from tests.store.games import record_of

GAMES = 45


def file_of_games(count: int = GAMES) -> str:
    return "".join(format_record(record_of(2, seed=seed).posted()) for seed in range(count))


def exported(page: FakePage) -> list[int]:
    """Return the seeds of the games that the page exports."""
    page.send("export")
    return [record.setup.seed for record in parse_records(str(page.posted["file"][-1]["text"]))]


def test_the_count_of_games_is_told_on_the_way_each_in_place_of_the_one_before() -> None:
    page = FakePage((MemoryFile(), MemoryFile())).start()
    page.send("import", name="all.txt", text=file_of_games())
    texts = [str(notice["text"]) for notice in page.posted["notice"]]
    counts = [(text.split()[1], "read" in text) for text in texts]
    assert counts == [("20", True), ("40", True), ("20", False), ("40", False), ("45", False)]
    assert all(f"of {GAMES} games" in text for text in texts)
    assert [notice["instead"] for notice in page.posted["notice"]] == ["", *texts[:-1]]
    assert exported(page) == [*range(GAMES)]


def test_a_person_plays_on_while_games_are_taken_in_and_both_are_kept() -> None:
    files = MemoryFile(), MemoryFile()
    page = FakePage(files).start("r=99&rules=yacht&players=me")
    page.page.receive({"kind": "import", "name": "all.txt", "text": file_of_games()})
    for _ in range(3):
        before = page.text
        page.page.receive({"kind": "key", "key": "d"})
        page.page.receive({"kind": "key", "key": "y"})
        assert page.text != before
    assert page.page.seconds_to_wait() == 0
    assert not any("new here" in str(notice["text"]) for notice in page.posted["notice"])
    page.settle()
    assert sorted(exported(FakePage(files).start())) == [*range(GAMES), 99]


def test_two_files_at_once_are_taken_in_one_after_the_other() -> None:
    page = FakePage((MemoryFile(), MemoryFile())).start()
    page.page.receive({"kind": "import", "name": "one.txt", "text": file_of_games(2)})
    page.send("import", name="two.txt", text=file_of_games(3))
    told = [str(notice["text"]).partition(" games")[0] for notice in page.posted["notice"]]
    assert told == ["one.txt: 2 of 2", "two.txt: 1 of 3"]


@pytest.mark.parametrize("fault", ["seed 44\n", "turn 2 1 "])
def test_a_file_with_a_fault_in_its_last_game_is_refused_as_a_whole(fault: str) -> None:
    page = FakePage((MemoryFile(), MemoryFile())).start()
    before, found, after = file_of_games().rpartition(fault)
    assert found
    page.send("import", name="all.txt", text=f"{before}seed x {after}")
    assert "expected" in str(page.posted["notice"][-1]["text"])
    page.send("export")
    assert page.told("notice")[-1] == "There are no games to export yet."
