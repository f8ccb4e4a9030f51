"""A new table chosen by prompts: what is chosen before a game begins, as a room."""

from __future__ import annotations

from collections.abc import Iterator

from h89yahtzee.table.lines.line_texts import folded
from h89yahtzee.table.start import start_texts
from h89yahtzee.table.start.choices import Choices
from h89yahtzee.table.start.start_prompts import StartPrompts
from h89yahtzee.table.start.start_room import Departure


class NewTableLines:
    """A `LineRoom`, left by a `departure`; then the table is to be as `choices` say."""

    deadline: float | None = None
    revision = 0

    def __init__(self, choices: Choices) -> None:
        self._prompts = StartPrompts(choices)
        self.is_closed = False

    @property
    def departure(self) -> Departure | None:
        return self._prompts.departure

    @property
    def choices(self) -> Choices:
        return self._prompts.choices

    @property
    def prompt(self) -> str:
        return self._prompts.prompt

    def start(self) -> Iterator[str]:
        yield start_texts.HOW_BY_PROMPTS

    def tell(self) -> Iterator[str]:
        return iter(())

    def answer(self, text: str, now: float) -> Iterator[str]:  # noqa: ARG002
        yield from folded(self._prompts.answer(text))
        self.is_closed = self.departure is not None

    def advance(self, now: float) -> None: ...

    def leave(self) -> None:
        self.is_closed = True
