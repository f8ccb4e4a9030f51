"""Texts that are cut off at the edge of a screen fail the test that draws them, whatever else it is about."""

from h89yahtzee.screen.grid import Window

_USED = {80: 79}
"""Columns with text, by the columns there are: the last one of an H19 stays empty."""
addstr_clipping = Window.addstr
"""What the window itself does."""


def refuse_cut_texts() -> None:
    """Check all that this process draws from now on, not what the programs draw that tests start."""
    Window.addstr = _addstr_whole  # type: ignore[method-assign]


def _addstr_whole(self: Window, row: int, column: int, text: str, reverse: bool = False) -> None:
    rows, columns = len(self._cells), self._columns
    begin, end = column + len(text) - len(text.lstrip()), column + len(text.rstrip())
    fits = 0 <= row < rows and begin >= 0 and end <= _USED.get(columns, columns)
    assert fits or not text.strip(), f"{text!r} at {row}, {column} is cut off by a window of {rows} x {columns}"
    if text.strip():
        old = "".join(cell.char for cell in self._cells[row])
        for edge in (begin, end):
            word = old[max(0, edge - 1) : edge + 1]
            assert len(word) < 2 or not word.isalnum(), f"{text!r} at {row}, {column} covers a part of {old!r}"
    addstr_clipping(self, row, column, text, reverse)
