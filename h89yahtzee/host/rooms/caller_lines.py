"""What a caller by lines of text is in beside the games: the lobby and a waiting table have it in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from h89yahtzee.host import lobby_texts
from h89yahtzee.host.caller import Caller, LobbyRefusal
from h89yahtzee.host.lobby import Lobby
from h89yahtzee.host.rooms import descriptions
from h89yahtzee.host.rooms.caller_room import Way
from h89yahtzee.table.lines.line_texts import folded


class CallerLines(ABC):
    """A `LineRoom` of `caller`, who leaves it on `way`. It closes by itself once the caller `is_elsewhere`.

    `notice` is told first.
    """

    prompt = ""
    deadline: float | None = None

    def __init__(self, lobby: Lobby, caller: Caller, notice: str = "") -> None:
        self.lobby = lobby
        self.caller = caller
        self.way = Way.TO_PLACE
        self.is_closed = False
        self._notice = notice
        self._heard = lobby.talk.count

    @property
    def revision(self) -> object:
        return self.lobby.talk.count, self.is_elsewhere

    @property
    @abstractmethod
    def is_elsewhere(self) -> bool: ...

    @abstractmethod
    def _welcome(self) -> Iterator[str]: ...

    @abstractmethod
    def _answer(self, word: str, now: float) -> Iterator[str]:
        """Do what a word in small letters, or none, asks for; LobbyRefusal where that can't be."""

    def start(self) -> Iterator[str]:
        if self._notice:
            yield from folded([self._notice])
        yield from folded(self._welcome())

    def tell(self) -> Iterator[str]:
        """Tell what others have said since the last line."""
        news = [message for message in self.lobby.talk.after(self._heard) if message.name != self.caller.name]
        self._heard = self.lobby.talk.count
        yield from folded(map(descriptions.said, news))

    def answer(self, text: str, now: float) -> Iterator[str]:
        typed = text.strip()
        try:
            if typed.startswith("/"):
                self.lobby.say(self.caller, typed[1:], now)
            else:
                yield from folded(self._answer(" ".join(typed.lower().split()), now))
        except LobbyRefusal as refusal:
            yield from folded([str(refusal)])
        self.advance(now)

    def advance(self, now: float) -> None:  # noqa: ARG002
        self.is_closed |= self.is_elsewhere

    def leave(self) -> None:
        self._leave(Way.AWAY)

    def _leave(self, way: Way) -> None:
        self.way, self.is_closed = way, True

    def _who_is_here(self) -> str:
        listed = ", ".join(map(descriptions.whereabouts, self.lobby.callers.values()))
        return lobby_texts.ALL_HERE.format(callers=listed)
