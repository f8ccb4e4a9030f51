"""Drop files as a BBS writes them."""

from __future__ import annotations

from pathlib import Path


def door32(folder: Path, name: str = "Sysop", ansi: int = 1, minutes: int = 60, handle: str = "-1") -> str:
    lines = ["2", handle, "38400", "Board", "1", "Real Name", name, "255", str(minutes), str(ansi), "1"]
    path = folder / "DOOR32.SYS"
    path.write_text("".join(f"{line}\r\n" for line in lines))
    return str(path)
