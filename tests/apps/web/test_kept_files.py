"""Data that the browser keeps, in files whose writes are cut off, are refused, or find no room."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.apps.web.kept_files import KeptFiles, KeptHome
from tests.apps.web.fake_page import MemoryFile


class TornFile(MemoryFile):
    """A file in which a crash leaves the first `written` bytes of the last write on top of what was there
    before."""

    def torn(self, before: bytes, written: int) -> MemoryFile:
        after = bytes(self.content)
        return MemoryFile(after[:written] + before[written:])


@given(st.lists(st.binary(max_size=200), min_size=1, max_size=6), st.data())
def test_a_write_that_is_cut_off_anywhere_leaves_the_state_before(states: list[bytes], data: st.DataObject) -> None:
    files = TornFile(), TornFile()
    kept = KeptFiles(files)
    before: bytes | None = None
    for state in states:
        contents = [bytes(file.content) for file in files]
        kept.keep(state)
        [written] = [place for place in range(2) if bytes(files[place].content) != contents[place]]
        cut = data.draw(st.integers(0, len(files[written].content)))
        torn = files[written].torn(contents[written], cut)
        others = {written: torn, 1 - written: MemoryFile(bytes(files[1 - written].content))}
        found = KeptFiles([others[0], others[1]])
        assert found.content in (before, state)
        assert found.content == state or cut < len(files[written].content)
        before = state
    assert KeptFiles(files).content == states[-1]


@given(st.binary(max_size=100), st.binary(min_size=1, max_size=100))
def test_what_is_no_state_is_none(first: bytes, second: bytes) -> None:
    kept = KeptFiles([MemoryFile(first), MemoryFile(second)])
    assert kept.content is None
    assert kept.is_broken


def test_a_state_without_room_leaves_the_one_before_and_a_smaller_one_fits() -> None:
    files = [MemoryFile(room=200), MemoryFile(room=200)]
    kept = KeptFiles(files)
    kept.keep(b"first")
    for _ in range(3):
        with pytest.raises(OSError, match="No space"):
            kept.keep(b"x" * 300)
        assert KeptFiles(files).content == b"first"
    kept.keep(b"second")
    assert KeptFiles(files).content == b"second"


def test_a_count_beyond_what_was_written_is_no_success() -> None:
    """Chromium returns -8 as an unsigned number where the disk is full."""

    class Full(MemoryFile):
        def write(self, data: bytes) -> int:  # noqa: ARG002
            return 4294967288

    with pytest.raises(OSError, match="No space"):
        KeptFiles([Full(), Full()]).keep(b"first")


def test_a_file_that_cannot_be_flushed_counts_for_nothing() -> None:
    class Unflushed(MemoryFile):
        def flush(self, size: int) -> bool:  # noqa: ARG002
            return False

    kept = KeptFiles([MemoryFile(), Unflushed()])
    kept.keep(b"first")
    with pytest.raises(OSError, match="No space"):
        kept.keep(b"second")
    kept = KeptFiles([MemoryFile(), MemoryFile()])
    assert not kept.is_broken


def test_a_home_comes_back_with_all_its_files_and_is_written_only_when_one_changes(tmp_path: Path) -> None:
    files = [MemoryFile(), MemoryFile()]
    first = tmp_path / "first"
    home = KeptHome(first, KeptFiles(files))
    (first / "a" / "b").mkdir(parents=True)
    (first / "a" / "b" / "games").write_bytes(b"one")
    (first / "settings").write_bytes(b"")
    home.keep()
    flushed = [file.flushed for file in files]
    home.keep()
    assert [file.flushed for file in files] == flushed
    (first / "settings").write_bytes(b"two")
    home.keep()
    (first / "settings").unlink()
    home.keep()
    (first / "settings").write_bytes(b"three")
    home.keep()

    second = tmp_path / "second"
    KeptHome(second, KeptFiles(files))
    found = {path.relative_to(second).as_posix(): path.read_bytes() for path in second.rglob("*") if path.is_file()}
    assert found == {"a/b/games": b"one", "settings": b"three"}
