"""Tables at which tests press keys or type text lines."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from h89yahtzee.frontends.lines.seat_lines import SeatLines
from h89yahtzee.frontends.screen.seat_screen import HASTE, SeatScreen
from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.rules import H89, RuleSet
from h89yahtzee.game.state import Roll
from h89yahtzee.players.strategy import Decision
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.table.bookmaker import Bookmaker
from h89yahtzee.table.commands import Command
from h89yahtzee.table.endings import Ending
from h89yahtzee.table.events import Question
from h89yahtzee.table.match import GameSeries, Match, Offer
from h89yahtzee.table.preferences import OLDSTYLE, Coach, Mark, Preferences, TableOptions, Worth, preferences_for
from h89yahtzee.table.saved_games import SavedGames
from h89yahtzee.table.seat import EVERYBODY, Role, Seat, Services
from h89yahtzee.table.table import Table


@dataclass
class TableForOne:
    """A viewer at a table of the `match`, and a clock that only the test moves."""

    match: Match
    viewer: SeatScreen
    now: float = 0.0

    @property
    def table(self) -> Table:
        return self.viewer.seat.table

    @property
    def deadline(self) -> float | None:
        """The time when the table or the viewer next has something to do; None if there is no such time."""
        deadlines = (self.table.deadline, self.viewer.deadline)
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    def press(self, *keys: KeyPress) -> None:
        """Press keys as a person would who has long looked at the dice, and takes no post back."""
        for key in keys:
            self.look()
            self.viewer.press(key, self.now)
            self.let_go()

    def choose_setting(self, label: str) -> None:
        """Choose the row of a setting on the settings page; open that page first unless it is open."""
        if self.viewer.seat.page is not Command.SETTINGS:
            self.press("=")
        rows = self.viewer.screen().text().count("\n")
        for _ in range(rows):
            if f"> {label}" in self.viewer.screen().text():
                return
            self.press("j")
        raise AssertionError(label)

    def look(self) -> None:
        self.viewer.seen(self.viewer.sight, self.now - HASTE)

    def let_go(self) -> None:
        self.table.let_go(self.now)
        self.viewer.advance(self.now)

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.table.advance(self.now)
        self.viewer.advance(self.now)

    def post(self) -> None:
        """Press DONE, and say yes where a zero is asked about."""
        self.press("d")
        if self.viewer.seat.question is Question.SCRATCH:
            self.press("y")

    def play_out(self) -> None:
        """Let the computer players play, or post the first open row for people, until the game is over."""
        while not self.match.has_ended:
            if self.match.is_human:
                self.post()
            else:
                self.wait(max(0.0, (self.deadline or self.now) - self.now))

    def work_out(self) -> None:
        """Wait until a page that takes a while is worked out."""
        while "Working it out" in self.viewer.screen().text():
            self.wait(0.0)

    def line(self, row: int) -> str:
        return self.viewer.screen().text().split("\n")[row]

    def attributes(self, row: int) -> str:
        return self.viewer.screen().attributes().split("\n")[row]


def screen_at(
    table: Table,
    role: Role = EVERYBODY,
    now: float = 0.0,
    taste: Preferences | None = None,
    offer: Offer | None = None,
) -> SeatScreen:
    """Return the screen of a person who comes to a table."""
    return SeatScreen(Seat(table, now, taste or Preferences(), role, offer=offer), now)


def lines_at(
    table: Table,
    role: Role = EVERYBODY,
    now: float = 0.0,
    taste: Preferences | None = None,
    offer: Offer | None = None,
) -> SeatLines:
    return SeatLines(Seat(table, now, taste or Preferences(), role, offer=offer))


def viewer_of(
    series: GameSeries,
    think_time: float = 1.0,
    oldstyle: bool = False,
    preferences: Preferences | None = None,
    save: Callable[[Preferences], bool] | None = None,
    offer: Offer | None = None,
    asks_to_keep: bool = False,
    saved_games: SavedGames | None = None,
    bookmaker: Bookmaker | None = None,
) -> SeatScreen:
    """Return the only viewer at a table where a computer player takes `think_time` seconds for a step."""
    usual = OLDSTYLE if oldstyle else preferences_for(series.setup.rules)
    chosen = replace(preferences or usual, think_time=think_time)
    return SeatScreen(
        Seat(
            Table(series, chosen, 0.0, bookmaker),
            0.0,
            chosen,
            Role(asks_to_keep=asks_to_keep, has_start_page=True, oldstyle=oldstyle),
            Services(saved_games=saved_games, save_preferences=save),
            offer,
        ),
        0.0,
    )


class MakeTable:
    """Makes a table of players with these names; those whose names begin with = are computer players of
    `strategy`."""

    def __call__(
        self,
        *names: str,
        seed: int = 42,
        delay: float = 1.0,
        oldstyle: bool = False,
        duplicate: bool = False,
        rules: RuleSet = H89,
        strategy: str = "classic",
        preferences: Preferences | None = None,
        save: Callable[[Preferences], bool] | None = None,
        bookmaker: Bookmaker | None = None,
    ) -> TableForOne:
        players = tuple(Player(name.lstrip("="), strategy if name.startswith("=") else HUMAN) for name in names)
        match = Match(Setup(players, seed, rules, duplicate=duplicate))
        return TableForOne(match, viewer_of(match, delay, oldstyle, preferences, save, bookmaker=bookmaker))


def pages(table: TableForOne) -> list[str]:
    """Return the text lines on the pages of text that are open, and close the pages."""
    lines: list[str] = []
    while "Any key" in (screen := table.viewer.screen().text()):
        lines += screen.split("\n")[2:-1]
        table.press("x")
    return [line.strip() for line in lines if line.strip()]


def play_by_keys(table: TableForOne, decision: Decision) -> list[str]:
    """Do what was decided for the person to move, by keys alone; return the keys."""
    keys: list[str] = []

    def press(*pressed: str) -> None:
        table.press(*pressed)
        keys.extend(pressed)

    view = table.viewer.view()
    if isinstance(decision.action, Roll):
        rolled = set(decision.action.positions)
        wanted = rolled if view.mark is Mark.REROLL else set(range(5)) - rolled
        press(*(str(die + 1) for die in sorted(wanted ^ view.marked)), "r")
        return keys
    box = decision.action.box
    while (selected := table.viewer.view().selected) != box:
        assert selected is not None
        press("l" if selected.column != box.column else "j")
    scratched = view.state.potential_score(box) == 0
    seen = table.match.record
    press("d")
    if table.match.record == seen:
        assert scratched
        press("y")
    return keys


class Conversation:
    """A table in text mode, whose clock stands still: computer players play on until a person is asked."""

    def __init__(
        self,
        series: GameSeries,
        offer: Offer | None = None,
        asks_to_keep: bool = False,
        coach: Coach = Coach.OFF,
        analysis_time: float = 0.0,
        clock: Callable[[], float] = lambda: 0.0,
        confirm_zero: bool = False,
        take_back: bool = False,
        bookmaker: Bookmaker | None = None,
        chances: bool = False,
        warns_of: Worth = Worth.POINTS,
        may_hurry: bool = True,
    ) -> None:
        options = TableOptions(think_time=0.0, analysis_time=analysis_time)
        self._clock = clock
        table = Table(series, options, clock(), bookmaker)
        self.viewer = SeatLines(
            Seat(
                table,
                clock(),
                Preferences(
                    coach=coach,
                    confirm_zero=confirm_zero,
                    take_back=take_back,
                    chances=chances,
                    warns_of=warns_of,
                ),
                Role(asks_to_keep=asks_to_keep, may_hurry=may_hurry),
                offer=offer,
            )
        )

    @property
    def prompt(self) -> str:
        return self.viewer.prompt

    @property
    def is_closed(self) -> bool:
        return self.viewer.seat.is_closed

    @property
    def ending(self) -> Ending | None:
        return self.viewer.ending

    def start(self, is_hurried: Callable[[], bool] | None = None) -> Iterator[str]:
        yield from self.viewer.start()
        yield from self._go_on(is_hurried)

    def answer(self, text: str) -> Iterator[str]:
        yield from self.viewer.answer(text, self._clock())
        yield from self._go_on(None)

    def _go_on(self, is_hurried: Callable[[], bool] | None) -> Iterator[str]:
        """Let time pass as the event loop does while something is due; `is_hurried` says whether a text line was
        typed."""
        table = self.viewer.seat.table
        yield from self.viewer.tell()
        while self.viewer.ending is None:
            is_next_game_due = table.series.has_ended and table.series.games_left
            if not is_next_game_due and (table.deadline is None or table.deadline > self._clock()):
                return
            if table.computer.is_searching and is_hurried is not None and is_hurried():
                yield from self.viewer.answer("", self._clock())
            else:
                table.advance(self._clock())
            self.viewer.advance(self._clock())
            yield from self.viewer.tell()
