"""The folders of bots: how many files they may hold, and that folders left by a killed tournament are removed."""

import os
import tempfile
from pathlib import Path

import pytest

from h89yahtzee.arena.sandbox.own_folder import OwnFolder, PoolFolder, remove, remove_abandoned


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("folders", [0, 600])
def test_a_thousand_files_and_folders_are_allowed_and_no_more(temporary: Path, folders: int) -> None:
    """The man page h89yahtzee-bot(7) promises this number."""
    own = OwnFolder(temporary / "outer")
    for number in range(1000):
        path = own.path / f"{number}"
        path.mkdir() if number < folders else path.touch()
    assert not own.holds_more(2**30, os.getpid())
    (own.path / "one-more").touch()
    assert own.holds_more(2**30, os.getpid())


def test_folders_that_nobody_has_any_more_are_removed(temporary: Path) -> None:
    left, other = temporary / "h89yahtzee-arena-x", temporary / "another"
    (left / "0" / "deep").mkdir(parents=True)
    (left / "0" / "file").touch()
    other.mkdir()
    (temporary / "h89yahtzee-arena-link").symlink_to(other)
    used = PoolFolder()
    remove_abandoned()
    assert {path.name for path in temporary.iterdir()} == {"another", "h89yahtzee-arena-link", used.path.name}
    used.remove()
    assert not used.path.exists()


@pytest.mark.slow
def test_folders_in_folders_are_removed_however_deep_they_are(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python refuses a thousand nested calls, and the system refuses paths of more than 4096 bytes."""
    (temporary / "own").mkdir()
    monkeypatch.chdir(temporary / "own")
    for _ in range(1100):
        Path("nested").mkdir()
        os.chdir("nested")
    Path("file").touch()
    os.chdir("/")
    remove(temporary / "own")
    assert [*temporary.iterdir()] == []


def test_links_are_removed_and_not_followed(temporary: Path) -> None:
    kept = temporary / "kept"
    kept.mkdir()
    (kept / "file").touch()
    own = temporary / "own"
    (own / "in").mkdir(parents=True)
    for place in (own / "link", own / "in" / "link"):
        place.symlink_to(kept)
    remove(own)
    assert [path.name for path in temporary.iterdir()] == ["kept"]
    assert (kept / "file").exists()
    remove(own)
