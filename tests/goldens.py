"""Golden files: screens and games as text that somebody has looked at."""

from pathlib import Path

from h89yahtzee.screen.grid import Grid

GOLDENS = Path(__file__).parent / "data" / "goldens"


def golden_text(screen: Grid) -> str:
    """25 lines of characters, each between bars, then 25 of attributes, then the cursor."""
    lines = [f"|{line}|" for plane in (screen.text(), screen.attributes()) for line in plane.split("\n")]
    return "\n".join([*lines, f"cursor {screen.cursor}", ""])
