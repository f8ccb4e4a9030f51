"""The page as the program sees it: messages come in and go out, as h89yahtzee/web/messages.js describes them.

The worker hands in each message, and calls `turn` when `seconds_to_wait` have passed. Nothing here waits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from h89yahtzee.apps.command import UsageError, reason
from h89yahtzee.apps.paths import settings_file
from h89yahtzee.apps.web import page_texts
from h89yahtzee.apps.web.against_par import AgainstPar
from h89yahtzee.apps.web.game_on_tube import GameOnTube
from h89yahtzee.apps.web.kept_files import KeptFile, KeptFiles
from h89yahtzee.apps.web.kept_home import KeptHome
from h89yahtzee.apps.web.links import format_link, parse_link
from h89yahtzee.apps.web.message import Message
from h89yahtzee.apps.web.relayed_line import RelayedLine
from h89yahtzee.apps.web.spoken import Spoken
from h89yahtzee.apps.web.tube import Post, Tube
from h89yahtzee.apps.yahtzee.beginning import existing
from h89yahtzee.apps.yahtzee.yahtzee_options import Options
from h89yahtzee.game.record import Player, Record
from h89yahtzee.h19.codes import BAUD_RATES
from h89yahtzee.screen.keys import Key
from h89yahtzee.screen.mouse import Click
from h89yahtzee.table.player_texts import YOU
from h89yahtzee.table.screen.screen_viewer import ScreenViewer
from h89yahtzee.table.start.start_room import StartRoom
from h89yahtzee.table.texts import REDRAW_LEGEND

EXPORTED = "yahtzee-games.txt"
"""The name of an exported file."""
_KEYS = {key.value: key for key in Key}
USUAL = Options((Player(YOU),))
"""What is asked for where nobody says anything."""
TROUBLES = {"held": page_texts.OTHER_TAB, "plain": page_texts.PLAIN_HTTP, "refused": page_texts.NO_FILES}
"""Why there are no files to keep games in."""


class Page:
    """`post` takes what goes to the page; `files` are those that it keeps, none where there is a `trouble`."""

    def __init__(self, post: Post, files: Sequence[KeptFile] = (), trouble: str = "") -> None:
        self._post = post
        self._trouble = TROUBLES.get(trouble, "")
        self._home: KeptHome | None = None
        if files:
            kept = KeptFiles(files)
            self._home = KeptHome(Path.home(), kept)
            self._trouble = page_texts.BROKEN if kept.is_broken else self._trouble
        self._tube = Tube(post)
        self._par = AgainstPar(self._tell_result)
        self._game = GameOnTube(self._tube, self._keep, lambda: post("left"), (self._par,))
        self._line: RelayedLine | None = None
        self._speed = math.inf
        self._is_replay = False
        self._spoken = Spoken()
        self._legend = ""
        self._is_full = False

    def receive(self, members: Mapping[str, object]) -> None:
        """Do what a message of the page asks for."""
        message = Message(members)
        take = _KINDS.get(message.text("kind"))
        if take is not None:
            take(self, message)
        self.turn()

    def turn(self) -> None:
        """Let the game go on, and tell the page what else there is to tell."""
        self._game.turn()
        room = self._game.room
        if room is None:
            return
        self._par.look(room.table.series if isinstance(room, ScreenViewer) else None)
        legend = room.legend.removesuffix(REDRAW_LEGEND)  # a browser has that key for itself
        if legend != self._legend:
            self._legend = legend
            self._post("legend", text=legend)
        if news := self._spoken.news(room, self._game.display):
            self._post("say", lines=news)

    def seconds_to_wait(self) -> float | None:
        """Return after how long `turn` is due; None: after the next message."""
        return self._game.seconds_to_wait()

    # What the page asks for

    def _start(self, message: Message) -> None:
        self._is_replay = message.is_true("replay")
        link = message.text("link")
        options, fault = USUAL, ""
        try:
            options = _options(link)
        except UsageError as error:
            fault = page_texts.FROM_LINK.format(fault=error)
        self._game.begin(options, fault, resumes=not self._is_replay)
        for notice in filter(None, (fault, self._trouble)):
            self._post("notice", text=notice)

    def _press(self, message: Message) -> None:
        key = message.text("key")
        if key in _KEYS or (len(key) == 1 and key.isascii()):
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
        if isinstance(room, ScreenViewer):
            self._post("link", hash=format_link(room.table.series.setup))
        elif isinstance(room, StartRoom):
            self._post("link", hash=format_link(room.choices.setup(0)).partition("&")[2])

    def _export(self, _: Message) -> None:
        from h89yahtzee.apps.web.record_exchange import exported  # sqlite3 takes a while

        try:
            text = exported()
        except (OSError, ValueError) as error:
            self._post("notice", text=reason(error))
            return
        if text:
            self._post("file", name=EXPORTED, text=text)
        else:
            self._post("notice", text=page_texts.NOTHING_TO_EXPORT)

    def _import(self, message: Message) -> None:
        from h89yahtzee.apps.web.record_exchange import parsed, take_in

        name, text = message.text("name"), message.text("text")
        try:
            if self._is_replay:
                parsed(text)
                self._show_records(text)
                return
            taken = take_in(text)
            notice = page_texts.TAKEN_IN.format(name=name, taken=taken.taken, found=taken.found)
        except (OSError, ValueError) as error:
            notice = page_texts.NOT_TAKEN_IN.format(name=name, fault=reason(error))
        self._post("notice", text=notice)

    def _show_records(self, text: str) -> None:
        from tempfile import NamedTemporaryFile

        with NamedTemporaryFile("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            options = replace(USUAL, replay=file.name, said=frozenset({"replay"}))
            self._game.begin(options, resumes=False)

    # A real terminal

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
            self._post("notice", text=page_texts.WRONG_SPEED.format(speeds=speeds, baud=baud))
            return
        self._line = line
        self._game.use(baud, line)

    def _disconnect(self, reason: str) -> None:
        """Go on without the terminal, which is gone for a reason, or left by the person's wish."""
        self._line = None
        self._game.use(self._speed)
        notice = page_texts.TERMINAL_GONE.format(reason=reason) if reason else page_texts.TERMINAL_LEFT
        self._post("notice", text=notice)

    # What is told

    def _keep(self) -> None:
        """Keep what was written; a page that is full says so once, until it isn't."""
        try:
            if self._home is not None and self._home.keep():
                self._is_full = False
        except OSError:
            if not self._is_full:
                self._is_full = True
                self._post("notice", text=page_texts.FULL)

    def _tell_result(self, record: Record, text: str) -> None:
        self._post("result", text=text, hash=format_link(record.setup))


def open_page(told: Callable[[str, Mapping[str, object]], None], files: Iterable[KeptFile], trouble: str) -> Page:
    """The program's end for the worker, which is told messages of a kind and their members."""

    def post(kind: str, /, **members: object) -> None:
        told(kind, members)

    return Page(post, tuple(files), trouble)


def _options(link: str) -> Options:
    """What a link and the settings ask for; UsageError."""
    path = existing(settings_file)
    if path is None:
        return parse_link(link) if link else USUAL
    from h89yahtzee.apps.yahtzee.settings_file import read_settings  # TOML takes a while

    return parse_link(link, read_settings(path))


_KINDS: dict[str, Callable[[Page, Message], None]] = {
    "start": Page._start,
    "key": Page._press,
    "click": Page._click,
    "speed": Page._set_speed,
    "copy-link": Page._copy_link,
    "export": Page._export,
    "import": Page._import,
    "serial": Page._serial,
}
