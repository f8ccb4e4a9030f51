"""A check in all tests: a test fails if it draws a text that is cut off or that covers a part of a word."""

from h89yahtzee.screen.grid import Window

_USED = {80: 79}
"""The number of columns that text may use, by the width of the screen: the last column of an H19 stays empty."""
addstr_clipping = Window.addstr
"""The method `Window.addstr` as it is without the check."""


def refuse_cut_texts() -> None:
    """Check all texts drawn from now on by this process and those forked from it, but not by started programs."""
    Window.addstr = _addstr_whole  # type: ignore[method-assign]


def _addstr_whole(self: Window, row: int, column: int, text: str, reverse: bool = False) -> None:
    if words := text.strip():
        rows, columns = len(self._cells), self._columns
        begin = column + text.index(words)
        end = begin + len(words)
        fits = 0 <= row < rows and begin >= 0 and end <= _USED.get(columns, columns)
        assert fits, f"{text!r} at {row}, {column} is cut off by a window of {rows} x {columns}"
        old = self._cells[row]
        for edge in (begin, end):
            is_within = 0 < edge < columns and old[edge - 1].char.isalnum() and old[edge].char.isalnum()
            assert not is_within, f"{text!r} at {row}, {column} covers a part of {''.join(it.char for it in old)!r}"
    addstr_clipping(self, row, column, text, reverse)
