"""The folders of bots: what a tournament that was killed has left is removed, what one still has stays."""

import os
import tempfile
from pathlib import Path

import pytest

from h89yahtzee.arena.sandbox.own_folder import PoolFolder, remove, remove_abandoned


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


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
    """Python gives up after a thousand calls, and the system after a path of 4096 bytes."""
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
