"""The drawings of the characters in dots.js, read by other code than the page's."""

from __future__ import annotations

from tests.web.page.stand_in import WEB

WIDTH, HEIGHT = 8, 10


def drawings() -> dict[int, list[str]]:
    """The ten rows of each character by its number, "#" for a lit dot and "." for a dark one."""
    lines = (WEB / "dots.js").read_text("ascii").split("`")[1].split("\n")[1:-1]
    found: dict[int, list[str]] = {}
    for top in range(0, len(lines), HEIGHT + 1):
        for place, number in enumerate(lines[top].split(" ")):
            found[int(number, 16)] = [line.split(" ")[place] for line in lines[top + 1 : top + HEIGHT + 1]]
    return found
