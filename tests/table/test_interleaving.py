"""Actions of three people at one table in any order: the record is that of the same game at a table of one person.

Two people are at screens, one is in text mode, and a computer plays too. The table of one person is played by keys
alone.
"""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.frontends.screen.seat_screen import HASTE, SeatScreen
from h89yahtzee.game.record import HUMAN, Player, Record, Setup
from h89yahtzee.players.strategy import Decision
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import Coach, Mark, Preferences
from h89yahtzee.table.seat import Role
from h89yahtzee.table.table import Table
from tests.table.tables import TableForOne, lines_at, play_by_keys, screen_at, viewer_of

SETUP = Setup((Player("ann"), Player("bob"), Player("king", "classic"), Player("carol")), 42)
ANN, BOB, CAROL = 0, 1, 3
TASTES = {
    ANN: Preferences(throw_time=0.5, confirm_zero=True, take_back=True),
    BOB: Preferences(mark=Mark.KEEP, coach=Coach.ALWAYS),
}
SHARED = Preferences(throw_time=0.5)

# No key changes a setting, since a viewer who comes later wouldn't have the change.
KEYS: list[KeyPress] = [*"12345rroojkhl ?qynx/vcg", *"dddyy", Key.ESCAPE, Key.RETURN, Key.BLUE]
LINES = ["6", "66", "p 1 3", "#2", "s", "s 1", "s 13", "9", "12", "c", "w", "q", "y", "n", "", "/hi", "/off", "?"]
TIMES = [0.0, 0.1, 0.25, 1.0, 20.0]

OF_MOVER = {"d": "s 13", "y": "y", "r": "66", "1": "p 2", "j": "s"}
"""What the person to move does: each key at a screen, with the text line that stands for it in text mode."""

Deed = tuple[int | str, KeyPress] | float
DEEDS = st.one_of(
    st.tuples(st.sampled_from([ANN, BOB]), st.sampled_from(KEYS)),
    st.tuples(st.just("carol"), st.sampled_from(LINES)),
    *[st.tuples(st.just("mover"), st.sampled_from([*OF_MOVER, "d", "d"]))] * 2,
    st.sampled_from(TIMES),
)


class Party:
    """A table, the viewers who sit there, and the time; `do` performs a deed and what the event loop does then."""

    def __init__(self, turn_time: float | None = None) -> None:
        self.now = 0.0
        self.match = Match(SETUP)
        self.table = Table(self.match, replace(SHARED, turn_time=turn_time), self.now)
        self.screens = {seat: self.arrived(seat) for seat in TASTES}
        role = Role("carol", [CAROL], may_talk=True)
        self.carol = lines_at(self.table, role, taste=Preferences(confirm_zero=True))

    def arrived(self, seat: int) -> SeatScreen:
        role = Role(SETUP.players[seat].name, [seat], may_talk=True, may_set_table=False)
        return screen_at(self.table, role, self.now, TASTES[seat])

    def do(self, deed: Deed) -> None:
        if isinstance(deed, float):
            self.now += deed
            self.table.advance(self.now)
        else:
            self._press(*deed)
        for viewer in self.screens.values():
            viewer.advance(self.now)
        [*self.carol.tell()]

    def _press(self, who: int | str, key: KeyPress) -> None:
        is_carol = who == "carol" or (who == "mover" and self.match.state.seat == CAROL)
        seat = self.match.state.seat if who == "mover" else who
        if is_carol and not self.carol.seat.is_closed:
            line = OF_MOVER[str(key)] if who == "mover" else str(key)
            [*self.carol.answer(line, self.now)]
        elif isinstance(seat, int) and seat in self.screens:
            screen = self.screens[seat]
            screen.seen(screen.sight, self.now - HASTE)
            screen.press(key, self.now)


def of_one(record: Record) -> Record:
    """Return the record of the same game when one person presses all keys."""
    match = Match(record.setup)
    one = TableForOne(match, viewer_of(match))
    for action in record.actions():
        before = match.record
        if match.is_human:
            play_by_keys(one, Decision(action))
        while match.record == before:
            one.wait(1.0)
    return match.record


@given(st.lists(DEEDS, min_size=40, max_size=100))
def test_the_record_is_that_of_a_table_of_one(deeds: list[Deed]) -> None:
    party = Party()
    for deed in deeds:
        party.do(deed)
    assert of_one(party.match.record) == party.match.record


SEATS = st.tuples(st.sampled_from(range(4)), st.sampled_from([HUMAN, "greedy", "optimal"]))


@given(st.lists(DEEDS | SEATS, min_size=20, max_size=80), st.sampled_from([3.0, 30.0]))
def test_whoever_decides_where_the_game_is_one_of_its_setup(deeds: list[Deed], turn_time: float) -> None:
    """Turns have little time, and seats change hands; `Match.resume` fails unless the record keeps the rules."""
    party = Party(turn_time)
    for deed in deeds:
        if isinstance(deed, tuple) and isinstance(deed[0], int) and deed[1] in (HUMAN, "greedy", "optimal"):
            party.table.seat(deed[0], str(deed[1]), party.now)
        else:
            party.do(deed)
    record = party.match.record
    assert record.setup.players == SETUP.players
    again = Match.resume(record.posted(), party.match.wins)
    assert again.record.posted().turns == record.posted().turns
