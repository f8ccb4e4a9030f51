"""Callers, tables and messages in words, alike on a screen and by lines."""

from __future__ import annotations

from h89yahtzee.game.near_words import joined
from h89yahtzee.game.record import HUMAN
from h89yahtzee.host import lobby_texts
from h89yahtzee.host.caller import Caller
from h89yahtzee.host.hosted_table import HostedTable
from h89yahtzee.host.talk import Message
from h89yahtzee.table import texts
from h89yahtzee.table.start import start_texts
from h89yahtzee.table.start.start_page import NAME_WIDTH


def whereabouts(caller: Caller) -> str:
    """Who is here, and at which table."""
    if caller.hosted is None:
        return caller.name
    sits = caller.hosted.seat_of(caller.name) is not None
    text = lobby_texts.AT_TABLE if sits else lobby_texts.WATCHES
    return text.format(name=caller.name, number=caller.hosted.number)


def said(message: Message) -> str:
    return texts.said(message.name, message.text) if message.name else message.text


def rules(hosted: HostedTable) -> str:
    """The rules in a word, with the number of columns where there is a choice."""
    chosen = hosted.choices.rule_set
    return f"{chosen.name} {chosen.columns}" if chosen.column_choices else chosen.name


def state(hosted: HostedTable) -> str:
    if hosted.table is None:
        return lobby_texts.WAITS
    series = hosted.table.series
    if series.has_ended:
        return lobby_texts.OVER
    text = lobby_texts.PLAYING if hosted.is_played else lobby_texts.PAUSED
    return text.format(turn=series.state.turn + 1)


def seats(hosted: HostedTable) -> str:
    """Who sits there, and how many seats a table that waits has left."""
    free = len(hosted.open_seats) if hosted.table is None else 0
    names = [
        hosted.owners.get(seat, player.name)
        for seat, player in enumerate(hosted.players)
        if hosted.table is not None or seat not in hosted.open_seats
    ]
    return ", ".join([*names, *[lobby_texts.OPEN.format(count=free)] * bool(free)])


def table_line(hosted: HostedTable, name: str) -> str:
    """A table in a line, as the person called `name` is told of it."""
    parts = [rules(hosted), seats(hosted), state(hosted)]
    yours = lobby_texts.YOUR_SEAT if hosted.seat_of(name) is not None else ""
    return lobby_texts.TABLE_LINE.format(number=hosted.number, about="; ".join(parts), yours=yours)


def seat(hosted: HostedTable, number: int) -> str:
    """Who has seat `number` of a table that waits."""
    player, owner = hosted.players[number], hosted.owners.get(number)
    if player.strategy != HUMAN:
        return start_texts.player(number, player.name, hosted.choices.kind(player), NAME_WIDTH)
    kind = "" if owner is None else lobby_texts.IS_HERE if owner in hosted.here else lobby_texts.IS_AWAY
    return f"{number + 1:2} {owner or start_texts.ANYBODY:{NAME_WIDTH}} {kind}".rstrip()


def terms(hosted: HostedTable) -> str:
    """How the dice fall, how long a turn may last, and who watches."""
    chosen = hosted.choices
    parts = [lobby_texts.ANY_TIME]
    if chosen.turn_time is not None:
        parts = [lobby_texts.TURN_TIME.format(seconds=chosen.turn_time)]
    if len(hosted.players) > 1:
        parts.insert(0, lobby_texts.DEALINGS[chosen.duplicate])
    if hosted.watchers:
        parts.append(lobby_texts.WATCHED.format(names=joined(hosted.watchers, "and")))
    return "; ".join(parts) + "."


def waiting(hosted: HostedTable, name: str) -> str:
    """What the person called `name`, who has a seat, is waiting for."""
    text = lobby_texts.STARTER_WAITS if hosted.starter == name else lobby_texts.OTHERS_WAIT
    return text.format(count=len(hosted.open_seats), name=hosted.starter)
