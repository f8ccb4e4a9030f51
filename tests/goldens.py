"""Golden files: screens and games as text that a person has checked."""

from pathlib import Path

from h89yahtzee.screen.grid import Grid

GOLDENS = Path(__file__).parent / "data" / "goldens"


def golden_text(screen: Grid) -> str:
    """Return a screen as text: 25 lines of characters between bars, 25 lines of attributes, and the cursor."""
    lines = [f"|{line}|" for plane in (screen.text(), screen.attributes()) for line in plane.split("\n")]
    return "\n".join([*lines, f"cursor {screen.cursor}", ""])
