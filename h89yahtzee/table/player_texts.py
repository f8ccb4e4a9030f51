"""How a game speaks of its players: in the second person of the one who is called `You`.

With `oldstyle` it speaks as 1.1 did, which knew the third person only.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from h89yahtzee.game.near_words import joined
from h89yahtzee.game.record import HUMAN, Player
from h89yahtzee.table.texts import KEPT, cut, rolls_left

YOU = "You"
"""The person at the table where nobody gave a name."""

_MOST_TO_SAY = " move: 2 rolls left."
_FIRST_ROLL = " move: ROLL the dice{time}."
_CUT_OFF = " game was cut off: --continue {number}"
_SCORED = " scored {total}."
_HAS_LEFT = " has left."
_BEGINS_NEXT = "{who_begins} the next game."
_IS_BACK = " is back."
_PERSON_PLAYS = "A person plays for {name} now."
_LINE_WENT_AWAY = " line went away."


def plain_name(typed: str) -> str:
    """The name in ASCII, which an H19 has: accents are dropped. Empty where that leaves no name."""
    folded = unicodedata.normalize("NFKD", typed)
    name = "".join(char for char in folded if not unicodedata.combining(char)).strip()
    return name if name.isascii() and name.isprintable() else ""


def owner(name: str, oldstyle: bool = False) -> str:
    """Return what stands before a thing of the player: `Your`, or `me's`."""
    return "Your" if name == YOU and not oldstyle else f"{name}'s"


def does(name: str, verb: str) -> str:
    """Say that the player does something: `You roll`, `me rolls`."""
    return f"{name} {verb}" if name == YOU else f"{name} {verb}s"


def move(name: str, rolls: int, width: int, oldstyle: bool = False, seconds: int | None = None) -> str:
    """Tell whose move it is, the name cut so that any number of rolls fits `width`, and the seconds left.

    Without any the rest is erased: on a slow line that is sooner read than other words are written.
    """
    time = _time(seconds)
    mover = _fitting_owner(name, width - len(_MOST_TO_SAY) - len(time), oldstyle) + " move"
    if not rolls:
        return mover if seconds is None else f"{mover}: {seconds} s left."
    return f"{mover}: {rolls_left(rolls)}{time}."


def first_roll(name: str, width: int, oldstyle: bool = False, seconds: int | None = None) -> str:
    """Tell whose move it is before the first roll is made."""
    rest = _FIRST_ROLL.format(time=_time(seconds))
    return _fitting_owner(name, width - len(rest), oldstyle) + rest


def _time(seconds: int | None) -> str:
    return "" if seconds is None else f", {seconds} s"


def cut_off(name: str, number: int, width: int) -> str:
    """Tell that a game of the player was cut off, and how to resume it."""
    rest = _CUT_OFF.format(number=number)
    return _fitting_owner(name, width - len(rest), oldstyle=False) + rest


def seated(player: Player, is_person: bool, name: str) -> str:
    """Tell who decides from now on for a player, who is called by `name`."""
    if not is_person:
        return KEPT.format(name=name)
    return name + _IS_BACK if player.strategy == HUMAN else _PERSON_PLAYS.format(name=name)


def begins_next(name: str) -> str:
    return _BEGINS_NEXT.format(who_begins=does(name, "begin"))


def has_left(name: str, width: int) -> str:
    return _fitting(name, _HAS_LEFT, width)


def is_back(name: str, width: int) -> str:
    return _fitting(name, _IS_BACK, width)


def line_went_away(name: str, width: int) -> str:
    return _fitting_owner(name, width - len(_LINE_WENT_AWAY), oldstyle=True) + _LINE_WENT_AWAY


def _fitting_owner(name: str, width: int, oldstyle: bool) -> str:
    return owner(cut(name, width - len("'s")), oldstyle)


def result(
    names: Sequence[str],
    totals: Sequence[int],
    winners: Sequence[int],
    width: int = 1000,
    oldstyle: bool = False,
) -> str:
    """Tell how the game ended, cut to fit `width`: who wins, or what somebody alone has scored."""
    won = [names[seat] for seat in winners]
    if oldstyle:
        return _fitting(" ".join(won), " WINS!", width)
    if len(names) == 1:
        return _fitting(names[0], _SCORED.format(total=totals[0]), width)
    return _fitting(joined(won, "and"), " WIN!" if won == [YOU] or len(won) > 1 else " WINS!", width)


def _fitting(names: str, rest: str, width: int) -> str:
    return cut(names, width - len(rest)) + rest
