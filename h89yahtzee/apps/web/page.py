"""The program's side of the web page: receives and posts the messages that h89yahtzee/web/messages.js describes.

The page's worker calls `receive` with each message, and `turn` after `seconds_to_wait`. No call blocks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from h89yahtzee.apps.command import UsageError, reason
from h89yahtzee.apps.sessions.screen_session import ScreenFace
from h89yahtzee.apps.web.beside_tube import AgainstPar, Spoken, buttons, spoken
from h89yahtzee.apps.web.game_on_tube import GameOnTube, Post, RelayedLine, Tube
from h89yahtzee.apps.web.intake import NOT_TAKEN_IN, Intake
from h89yahtzee.apps.web.kept_files import KeptFile, KeptFiles, KeptHome
from h89yahtzee.apps.web.links import format_link, parse_link, played_by
from h89yahtzee.apps.yahtzee.command_line import user_settings
from h89yahtzee.apps.yahtzee.yahtzee_options import Options
from h89yahtzee.frontends.lines.table_lines import words
from h89yahtzee.frontends.screen.room_screen import RoomScreen
from h89yahtzee.frontends.screen.seat_screen import SeatScreen
from h89yahtzee.game.record import Player
from h89yahtzee.h19.codes import BAUD_RATES
from h89yahtzee.rooms.start import StartRoom
from h89yahtzee.screen.key_reader import Click
from h89yahtzee.screen.keys import Key
from h89yahtzee.table.texts import YOU

NO_FILES = "This browser keeps no files for this page: games are lost when it is closed. Export them before that."
PLAIN_HTTP = "Browsers keep nothing by plain http: games are lost when this page closes. Export them before that."
OTHER_TAB = "Another tab has the saved games: what is played here is lost when this tab is closed."
BROKEN = "The games that were kept here can't be read; new ones begin."
FULL = "The browser has no room for this game: it goes on, and is lost when the page is closed. Export it."
FROM_LINK = "The link: {fault}"
NOTHING_TO_EXPORT = "There are no games to export yet."
WRONG_SPEED = "An H19 has {speeds} baud, not {baud}."
TERMINAL_GONE = "The terminal is gone ({reason}). The game goes on here."
TERMINAL_LEFT = "The terminal is free again. The game goes on here."

EXPORTED = "yahtzee-games.txt"
"""The name of a file with exported games."""
READS = "wW"
"""The key W, small or capital: at a table it posts the whole card to the page's screen reader, and does nothing
else."""
_KEYS = {key.value: key for key in Key}
USUAL = Options((Player(YOU),))
"""The options of a game if there are neither a link nor settings."""
TROUBLES = {"held": OTHER_TAB, "plain": PLAIN_HTTP, "refused": NO_FILES}
"""Notices that say why games can't be saved, keyed by the words with which the page reports the reasons."""


class Page:
    """The game on a web page. `post` sends messages to the page; games are saved in `files`.

    If games can't be saved, `trouble` is a word that stands for the reason, a key of `TROUBLES`; otherwise it is
    "".
    """

    def __init__(self, post: Post, files: Sequence[KeptFile] = (), trouble: str = "") -> None:
        self._post = post
        self._trouble = TROUBLES.get(trouble, "")
        self._home: KeptHome | None = None
        if files:
            kept = KeptFiles(files)
            self._home = KeptHome(Path.home(), kept)
            self._trouble = BROKEN if kept.is_broken else self._trouble
        self._tube = Tube(post)
        self._par = AgainstPar(lambda record, text: post("result", text=text, hash=format_link(record.setup)))
        self._game = GameOnTube(self._tube, self._keep, lambda: post("left"), (self._par,))
        self._line: RelayedLine | None = None
        self._speed = math.inf
        self._is_replay = False
        self._spoken = Spoken()
        self._intake = Intake(post)
        self._shown: tuple[ScreenFace, object] | None = None
        self._is_full = False
        self._is_unkept = False
        self._has_kept = False

    def receive(self, members: Mapping[str, object]) -> None:
        """Do what a message from the page asks for; `members` are the contents of the message, by name."""
        message = Message(members)
        take = _KINDS.get(message.text("kind"))
        if take is not None:
            take(self, message)
        self.turn()

    def turn(self) -> None:
        """Let the event loop take a turn, and post changes to the page: buttons, result and lines to be spoken."""
        if self._intake.is_busy:
            self._intake.go_on()
        self._game.turn()
        room = self._game.room
        if room is None:
            return
        self._par.look(room.seat.table.series if isinstance(room, SeatScreen) else None)
        if (shown := (room, room.revision)) != self._shown:
            self._shown = shown
            self._post("keys", **buttons(room, self._game.display))
        if news := self._spoken.news(room, self._game.display):
            self._post("say", lines=news)

    def seconds_to_wait(self) -> float | None:
        """Return the seconds until `turn` must be called, or None if nothing changes before the next message."""
        return 0 if self._intake.is_busy else self._game.seconds_to_wait()

    def _start(self, message: Message) -> None:
        self._is_replay = message.is_true("replay")
        link, name = message.text("link"), message.text("name")
        options, fault = USUAL, ""
        try:
            settings = user_settings()
            options = played_by(name, parse_link(link, settings) if link or settings else USUAL)
        except UsageError as error:
            fault = FROM_LINK.format(fault=error)
        self._game.begin(options, fault, resumes=not self._is_replay)
        for notice in filter(None, (fault, self._trouble)):
            self._post("notice", text=notice)

    def _press(self, message: Message) -> None:
        key = message.text("key")
        room = self._game.room
        if key in READS and isinstance(room, SeatScreen) and not (room.is_reading or room.is_typing):
            self._post("say", lines=spoken(words(room.seat.table.series)))
        elif key in _KEYS or (len(key) == 1 and key.isascii()):
            self._tube.take(_KEYS.get(key, key))

    def _click(self, message: Message) -> None:
        self._tube.take(Click(message.number("row"), message.number("column")))

    def _set_speed(self, message: Message) -> None:
        baud = message.number("baud")
        before, self._speed = self._speed, baud if baud in BAUD_RATES else math.inf
        if self._line is None and self._speed != before:
            self._game.use(self._speed)

    def _copy_link(self, _: Message) -> None:
        room = self._game.room
        if isinstance(room, SeatScreen):
            self._post("link", hash=format_link(room.seat.table.series.setup))
        elif isinstance(room, RoomScreen) and isinstance(room.room, StartRoom):
            self._post("link", hash=format_link(room.room.choices.setup(0)).partition("&")[2])

    def _copy_text(self, _: Message) -> None:
        rows = (row.rstrip() for row in self._tube.text().split("\n"))
        self._post("text", text="\n".join(rows).strip("\n"))

    def _export(self, _: Message) -> None:
        from h89yahtzee.apps.saving.resuming import exported  # importing sqlite3 takes a while

        try:
            text = exported()
        except (OSError, ValueError) as error:
            self._post("notice", text=reason(error))
            return
        if text:
            self._post("file", name=EXPORTED, text=text)
        else:
            self._post("notice", text=NOTHING_TO_EXPORT)

    def _import(self, message: Message) -> None:
        name, text = message.text("name"), message.text("text")
        if not self._is_replay:
            self._intake.take(name, text)
            return
        try:
            self._show_records(text)
        except (OSError, ValueError) as error:
            self._post("notice", text=NOT_TAKEN_IN.format(name=name, fault=reason(error)))

    def _show_records(self, text: str) -> None:
        from tempfile import NamedTemporaryFile

        from h89yahtzee.apps.saving.resuming import legal_records  # importing sqlite3 takes a while

        for _ in legal_records(text):
            pass
        with NamedTemporaryFile("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            options = replace(USUAL, replay=file.name, said=frozenset({"replay"}))
            self._game.begin(options, resumes=False)

    def _serial(self, message: Message) -> None:
        event = message.text("event")
        if event == "opened":
            self._connect(message.number("baud"))
        elif self._line is None:
            return
        elif event == "received":
            self._line.take(message.data("bytes"))
        elif event == "taken":
            self._line.note_taken(message.number("count"))
        elif event == "closing":
            self._game.farewell()
        elif event == "closed":
            self._disconnect(message.text("reason"))

    def _connect(self, baud: int) -> None:
        line = RelayedLine(self._post)
        if baud not in BAUD_RATES:
            line.close()
            speeds = ", ".join(map(str, BAUD_RATES))
            self._post("notice", text=WRONG_SPEED.format(speeds=speeds, baud=baud))
            return
        self._line = line
        self._game.use(baud, line)

    def _disconnect(self, reason: str) -> None:
        """Go on without the real terminal; `reason` says why it is lost, "" if the person has disconnected it."""
        self._line = None
        self._game.use(self._speed)
        notice = TERMINAL_GONE.format(reason=reason) if reason else TERMINAL_LEFT
        self._post("notice", text=notice)

    def _keep(self) -> None:
        """Save all files in the browser; post a notice at the first of several failures in succession."""
        try:
            if self._home is not None and self._home.keep():
                self._is_full = self._is_unkept
                if not self._has_kept:
                    self._has_kept = True
                    self._post("kept")
        except OSError:
            self._tell_of_failure()

    def _note_unkept(self, _: Message) -> None:
        self._is_unkept = True
        self._tell_of_failure()

    def _tell_of_failure(self) -> None:
        if not self._is_full:
            self._is_full = True
            self._post("notice", text=FULL)


def open_page(told: Callable[[str, Mapping[str, object]], None], files: Iterable[KeptFile], trouble: str) -> Page:
    """Return a `Page` that calls the function `told` with the kind and the members of each message to post."""

    def post(kind: str, /, **members: object) -> None:
        told(kind, members)

    return Page(post, tuple(files), trouble)


def rehearse() -> None:
    """Show the start page to nobody, so that results needed for it, such as the fewest bytes that draw it, are in
    memory. Afterwards an image of Python's memory is made, from which later runs of the program begin, so that they
    needn't compute these results."""
    Page(lambda _, /, **__: None).receive({"kind": "start"})


_KINDS: dict[str, Callable[[Page, Message], None]] = {
    "start": Page._start,
    "key": Page._press,
    "click": Page._click,
    "speed": Page._set_speed,
    "copy-link": Page._copy_link,
    "copy-text": Page._copy_text,
    "export": Page._export,
    "import": Page._import,
    "serial": Page._serial,
    "unkept": Page._note_unkept,
}


class Message:
    def __init__(self, members: Mapping[str, object]) -> None:
        self._members = members

    def text(self, name: str) -> str:
        value = self._members.get(name)
        return value if isinstance(value, str) else ""

    def number(self, name: str) -> int:
        value = self._members.get(name)
        return int(value) if isinstance(value, int | float) else 0

    def data(self, name: str) -> bytes:
        value = self._members.get(name)
        return bytes(value) if isinstance(value, bytes | bytearray | memoryview) else b""

    def is_true(self, name: str) -> bool:
        return self._members.get(name) is True
