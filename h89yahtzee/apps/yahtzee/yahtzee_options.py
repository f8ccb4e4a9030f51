"""The options of `yahtzee`. The module `command_line` checks their combinations and derives players and delays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from h89yahtzee.apps.options.declarations import (
    LAST,
    PHOSPHORS,
    Declaration,
    LineName,
    Policy,
    Takes,
    baud_rate,
    file_name,
    flag,
    group,
    line_name,
    on_off,
    switch,
    value,
    whole_number,
)
from h89yahtzee.game.day import Day, parse_day
from h89yahtzee.game.dealer import SEEDS
from h89yahtzee.game.near_words import shown
from h89yahtzee.game.record import KNOBS, Player
from h89yahtzee.game.rules import BONUSES, H89, RULE_SETS
from h89yahtzee.players.catalogue import LEVELS
from h89yahtzee.table.preferences import ON_OFF, PREFERENCES, Mode, Preference, Seconds, Words

HERE = "-"
"""The value of `--line` that stands for the terminal on which the program was started."""
TODAY = "today"
"""The day for `--daily` without a date."""
DAILY = "daily"
SKILL = "skill"
ALL_SCORES = "all"
"""The values of `--scores`: `DAILY` for statistics of the games of the day, `SKILL` for the shares of skill and
luck in games with the same dice, `ALL_SCORES` for statistics of all games. If no word follows `--scores`, its value
is `ALL_SCORES`."""
ALL = 0
"""The number that stands for all games, in place of one game's number."""

EXAMPLES = (
    ("A game of one person and two computer players:", "yahtzee me =reagan =king"),
    (
        "The official rules, against the best player, with a coach:",
        "yahtzee --rules official --coach warn me =king:optimal",
    ),
    ("The last game that wasn't finished:", "yahtzee --continue"),
)
"""Pairs of a task and the command for it. `--help` shows the first pair, `--help all` all pairs; the manual has
more."""

_knob = whole_number(KNOBS[0], KNOBS[-1])
_game_number = whole_number(1, 10**9)


def place(text: str) -> str:
    """Return `text`, the place of a host; ValueError if `text` is empty."""
    if not text:
        raise ValueError("expected [HOST:]PORT or the path of a socket")
    return text


def day(text: str) -> Day:
    """Return the day that `text` names in the form 2026-11-22; ValueError for other texts."""
    found = parse_day(text)
    if found is not None:
        return found
    raise ValueError(f"expected a date as 2026-11-22, and names before --daily, not {shown(text)}")


def _seconds_of_steps(text: str) -> float:
    """Return the seconds for the value of `-d`, a whole number of 1/10000 s; ValueError for other texts."""
    return whole_number(0, 10**7)(text) / 10**4


def _option(preference: Preference) -> Declaration:
    """Return the declaration of the option that sets `preference`."""
    takes: Takes
    means: Callable[[Any], object] | None = None
    match preference.values:
        case Words(meanings) if preference.values is not ON_OFF:
            takes, value_name = type(next(iter(meanings))), preference.value_name
        case Seconds(longest=longest, read=read):
            takes, means, value_name = whole_number(0, longest), read, preference.value_name
        case _:
            takes, value_name = on_off, "on|off"
    return Declaration(
        f"--{preference.key} {value_name}",
        preference.about,
        takes,
        setting=True,
        common=preference.is_common,
        alone=None if preference.alone is None else preference.alone.value,
        means=means,
    )


_PREFERENCES = {preference.name: _option(preference) for preference in PREFERENCES if preference.about}


_ABOUT_RULES = "\n".join(
    [f"The rules, by default `{H89.name}`:", *(f"* `{name}`: {rules.about}" for name, rules in RULE_SETS.items())]
)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of `yahtzee`; an option that wasn't given has its default, which is often None.

    Times are in seconds. `go_on`, `games` and `review` are numbers of saved games. In `go_on`, `LAST` stands for
    the last unfinished game, in `review` for the last finished game; `ALL` in `games` means a list of all games.
    The text below an option is its entry in the manual.
    """

    players: tuple[Player, ...] = ()
    said: frozenset[str] = frozenset()
    """The names of the fields for which the command line has a value, and also "names" if it names players."""
    rules: str = value(
        "--rules NAME",
        "the rules",
        RULE_SETS,
        default=H89.name,
        setting=True,
        opens="the rules",
        common=True,
        manual=_ABOUT_RULES,
    )
    columns: int | None = value(
        "--columns N", "quintzee: how many columns are played at once, 1 to 6", whole_number(1, 6), setting=True
    )
    """The number of columns of `quintzee` that are played at once, 1 to 6. The default is 1. The next game
    continues in fresh columns of the same card (grid) as long as it has room."""
    bonus: str | None = value("--bonus NAME", "quintzee: what an extra Yahtzee is", BONUSES, setting=True)
    """The rule for an extra Yahtzee in `quintzee`: `joker` (the default), `normal` (any open box, and 100) or
    `extra-turn` (100 in the bonus row, which uses up no box)."""
    mode: Mode | None = value(
        "--mode NAME",
        "alone, against the computer, or against it with the same dice",
        Mode,
        setting=True,
        common=True,
    )
    """`solitaire` is alone, `opponent` against the computer, `synchronized` against the computer with the same
    dice. The computer needn't be named. After a game in which all players had the same dice, the key `c` shows
    their scores turn by turn. It also shows par, the total that the best player makes alone with these dice. With
    one column it shows perfect, too: the total of a player who knew all these dice in advance."""
    daily: Day | str | None = value(
        "--daily DATE", "the game of the day, or of DATE, the same for everybody", day, alone=TODAY, common=True
    )
    """Plays the game of the day, alone: its dice follow from date and rules, so that everybody has the same. The
    day is that of UTC, or <date>, as in `2026-11-22`. `--rules` may be any with one column, by default `official`.
    One name may stand before the option. The first game of a day that is finished counts, later ones are called
    practice.

    At the end the total, par and perfect (see `--mode`) are shown, and the totals of computer players with these
    dice. Also shown are the number of games, of 100 games of best play with other dice, that do worse, the points
    by luck and by decisions, and four lines to share, which tell nothing of the dice. The key `t` shows all of that
    again, and in a window it copies the four lines if the terminal allows that. These lines are also printed when
    the program ends, or when a caller leaves a board's door or a host. `--scores daily` lists the days."""
    level: str | None = value(
        "--level NAME", "how well computers play", LEVELS, setting=True, opens="the game", common=True
    )
    """The strength of computer players without a strategy of their own:
    * `easy`: `hasty`
    * `medium`: `greedy`
    * `hard`: `optimal`
    * `perfect`: `winner`
    """
    delay: float = value(
        "-d N", "the computer's delay at each step in 1/10000 s (default: 10000)", _seconds_of_steps, default=1.0
    )
    """The computer's delay at each step, in 1/10000 second; before a roll it is half as long. The default is 10000,
    the range 0 to 10000000."""
    ha: int = value("-ha N", "classic: how reluctant it is to collect a face", _knob, default=0)
    """Raises the threshold above which the strategy `classic` collects dice with one face, such as fours. The
    default is 0, the range -1000 to 1000."""
    hb: int = value("-hb, -hf N", "classic: how reluctant it is to take Chance", _knob, default=0)
    """Lowers the value that the strategy `classic` gives to Chance. The default is 0, the range -1000 to 1000."""
    seed: int | None = value("-r N", "the seed of the dice", whole_number(0, SEEDS - 1))
    """The seed of the dice, a number from 0 to 2^64 - 1. The same seed, players and decisions give the same game on
    every machine. Without this option a seed below 1000000 is chosen. The seed is shown when the game ends. When
    the program ends, it prints the command that plays with the same dice. Each further game takes the next seed."""
    duplicate: bool = switch("--duplicate", "all players meet the same dice")
    """All players meet the same dice: in the same turn equal decisions get equal dice."""
    oldstyle: bool = switch("--oldstyle", "keys and dice as in version 1.1")
    """Plays as version 1.1 did: with its keys, see {KEYS}, and its messages. Selected dice are blanked, and the
    caption of the help page is left out."""
    preferred: Mapping[str, Any] = group("the table", _PREFERENCES)
    """The preferences that were asked for, by name."""
    line: tuple[LineName, ...] = value(
        "--line URL[,BAUD[,TERM]]",
        "play on a terminal at a device, socket:// or rfc2217://",
        line_name,
        opens="the screen",
        common=True,
        repeats=True,
        default=(),
    )
    """Play on the terminal at the other end of a line, an H19 at 9600 baud unless <baud>, <term>, `--baud` or
    `--term` say otherwise:
    * <device>: a serial device, as `/dev/ttyUSB0`,
    * `socket://`<host>`:`<port>: a TCP connection that carries the bytes of a line,
    * `rfc2217://`<host>`:`<port>: a serial port behind an RFC 2217 server,
    * `-`: the terminal that the program was started from, of any kind.
    The line has 8 bits, no parity, one stop bit and XON/XOFF. Given several times, each person plays on a line
    of their own, in the order of the names. If a person quits, the game stops when it is their turn; it can be
    resumed. If a line is lost, because an adapter is unplugged for example, its person gets the same seat as soon
    as the line is back."""
    baud: int | None = value(
        "--baud N", "speed of the line: 9600 with --line, else the terminal's", baud_rate, setting=True
    )
    """The speed of the line: 110, 150, 300, 600, 1200, 1800, 2000, 2400, 3600, 4800, 7200, 9600 or 19200. The
    default with `--line` is 9600. On this terminal, if `--term` is given or `TERM` names such a terminal, the
    default is the speed of its line; if that is none of these speeds, output is not paced. The emulated H19 is as
    fast as it can be unless a speed is given.

    Output is sent no faster than the line carries it. To an H19 or a Z-29 it is sent no faster than the terminal's
    processor shows it, so that the terminal needn't send XOFF. On a slow line the dice and the selected score are
    sent first, and a key doesn't wait for the rest."""
    term: str | None = value("--term NAME", "the terminal is a NAME, as h19 or vt100, whatever TERM says")
    """This terminal is a <name>, whatever `TERM` says:
    * `h19`: an H19 in Heath mode, also by the names listed for `TERM` below
    * `h19-ansi`: an H19 in ANSI mode
    * `z29`: a Z-29 in Heath mode
    * `vt52`: a VT52
    * `vt100`: a VT100
    * `adm3a`: an ADM-3A
    * `wyse50`: a WY-50
    * `ansi`: a terminal with ANSI sequences
    Some have other names too; a wrong name is answered with a list of them all. On a terminal without a 25th line
    the dice stand a row higher. Without reverse video, brackets mark the selected dice and scores. Without graphics
    a pip is an `o`."""
    report: str | None = value("--report FILE", "with --line: append a report of the session to FILE", file_name)
    """With `--line`: appends a report of the session to <file>, for a bug report. The report has versions,
    adapters, terminals and their answers to the question for their type. It also has the times from a key to the
    last byte sent in answer, XOFF and XON, errors of the line that the system has counted, and lost lines, but no
    names, games or addresses. To count XOFF, the program obeys it in place of the system."""
    plain: bool = switch("--plain", "no screen: a prompt a line", common=True)
    """Uses no screen: events are lines of text, questions are prompts, see {LINES OF TEXT}."""
    accessible: bool = switch("--accessible", "for a screen reader: sentences, a number for every choice")
    """Text mode for a screen reader, see {WITH A SCREEN READER}: whole sentences, one for each event, and a number
    for every choice. The environment variable `ACCESSIBLE` with any value but 0 means the same."""
    upper: bool = switch("--upper", "--plain in upper case, as for a Teletype")
    """Text mode in upper case, as for a Teletype: nothing is printed but the 64 characters from space to
    underscore, except in the lines with commands at the end, which are to be typed as they stand."""
    phosphor: str = value(
        "--phosphor COLOR", "colour of the emulated tube", PHOSPHORS, default=PHOSPHORS[0], setting=True
    )
    """The colour of the emulated tube: `green` (the default), `amber` or `white`, on black. `none` leaves the
    terminal's own colours, for text and background."""
    mouse: bool = switch("--mouse", "take clicks on the emulated tube (default: on)", default=True)
    """Whether clicks on the emulated tube have the effects of keys, see {KEYS}. It is on unless `--no-mouse` or
    `--oldstyle` says otherwise. The terminal still selects text while SHIFT is held down."""
    join: str | None = value(
        "--join PLACE",
        "play at the host at [HOST:]PORT or at the path of its socket",
        place,
        opens="a host of many tables",
    )
    """Plays at the tables of a `yahtzee-host(6)` that somebody runs. <place> is a TCP port of this machine,
    <host>`:`<port>, or the path of the host's socket. The host asks for your name, keeps the games and sends the
    screens. A terminal that is listed for `TERM` below shows them itself, on any other an H19 is emulated; with
    `--plain` there are lines of text. CTRL-] leaves; on the emulated H19 press `q` after it. Nothing that is sent
    is encrypted; from far away use `ssh(1)`."""
    door: str | None = value(
        "--door FILE", "play with the caller of a bulletin board, by its drop file", file_name, alone=""
    )
    """Plays with the caller of a bulletin board on standard input and output, or on the socket that the board has
    left open. The caller's name, terminal and time come from <file>, which is a BBSDEV.DRP or a DOOR32.SYS. Without
    <file> they come from the file that `BBSDEV_DRP` names, or else from `DOOR32.SYS` in this folder. Computer
    players may be named, with =; rules and most other options may be given as ever. Callers without ANSI, or with
    less than 80x24 characters, play by lines of text. If the time is up after a turn was posted, the game is kept,
    and offered when the same caller comes again. With `--join` the caller plays at the host's tables."""
    verbose: bool = flag("--verbose", "with --door: say what the drop file tells, and end")
    """With `--door`: says in words what the drop file tells and how the caller would play, and ends."""
    save: Policy = value(
        "--save WHEN",
        "whether a game that is left is kept for later",
        Policy,
        default=Policy.ALWAYS,
        setting=True,
        opens="saved games",
    )
    """Whether a game that is left unfinished is kept, see {SAVED GAMES}: `ask`, `always` (the default) or `never`.
    Finished games are kept in any case."""
    resume: Policy = value(
        "--resume WHEN",
        "whether the last game of the same players is resumed if unfinished",
        Policy,
        default=Policy.ASK,
        setting=True,
    )
    """Whether the last game of the same players by the same rules is resumed if it is unfinished: `ask` (the
    default), `always` or `never`. Nobody is asked where standard input or output is no terminal, unless there is a
    `--line`. With `-r` a new game begins."""
    go_on: int | None = value(
        "--continue N", "resume the last unfinished game, or game N", _game_number, alone=LAST, common=True
    )
    """Resumes the last unfinished game that no other program plays, or the game of this number. Names, `-r` and
    other options that describe a game can't be given with it."""
    new_grid: bool = flag("--new-grid", "quintzee: begin a new grid")
    """Begins a new card (grid) of `quintzee`. Otherwise the same people continue their last one as long as it has
    room, unless `-r` is given or a computer player joins."""
    games: int | None = value("--games N", "list all games, or the cards of game N", _game_number, alone=ALL)
    """Lists all games, the newest first: number, date, rules, the turn of an unfinished one, players and totals.
    With a number, shows the cards of that game."""
    scores: str | None = value(
        "--scores KIND", "statistics of finished games", (DAILY, SKILL), alone=ALL_SCORES, common=True
    )
    """For each person, rule set and number of columns shows the number of finished games, their average, the share
    of columns with an upper bonus, the Yahtzees a game, the last and the best five, the games won and lost, also
    those against computers alone, and from five games on a plot of the last 50. In the average each game counts
    0.93 times the one after it; a shared first place is neither won nor lost. Then come the ten best games of all
    people by each rule set and number of columns.

    With `daily` there is a row for each person and rule set: on how many days the game of the day was finished, on
    how many days in a row up to the last one, the most days in a row, how many games reached par, and the best
    total. Below are the last days with total and par.

    With `skill`: for each rule set with one column, how much of the differences between the totals of players who
    had the same dice came from their decisions, in per cent with the standard error. The rest came from luck. All
    finished games with the same dice count, games of the day as well."""
    review: int | None = value(
        "--review N", "review the last finished game, or game N", _game_number, alone=LAST, common=True
    )
    """Reviews the last finished game, or the game of this number: the luck of the dice, the points lost by
    decisions, the costliest mistakes and the loss of each turn. If all players had the same dice, also their scores
    turn by turn, par and perfect."""
    json: bool = flag("--json", "with --scores: as JSON")
    """With `--scores`: prints a JSON array with an object for each person, rule set and number of columns. It has
    `player`, `rules`, `columns`, `games`, `average`, `won`, `lost`, `won_against_computers`,
    `lost_against_computers`, `upper_bonus_rate` (0 to 1, null by rules without that bonus), `yahtzees` (the mean
    number a game, with those that earned a bonus), and the totals `last`, `best` and `recent` (the last 50), in the
    order of the games, but in `best` the highest first. `best_of_all` has the ten best games of all people by these
    rules with as many columns: `total`, `player`, the number of the `game`, and its beginning `begun` in seconds
    since 1970.

    With `--scores daily` the array has an object for each person and rule set: `player`, `rules`, `in_a_row` up to
    the last day, `most_in_a_row`, and `days`, each with `day`, `total` and `par`. With `--scores skill` it has one
    for each rule set: `rules`, `share` and its standard `error` (1 is 100 per cent; null with fewer than two
    games), the `games` with different dice, and the `pairs` of players."""
    bulletin: str | None = value(
        "--bulletin DIR", "keep the best games in DIR as files for a board", file_name, setting=True
    )
    """After each game writes the best games of all to `h89yahtzee.ans` and `h89yahtzee.asc` in <dir>, for a
    bulletin board to show: at most 23 lines of at most 79 characters, with ANSI sequences and without."""
    record: str | None = value("--record FILE", "append each game played to FILE", file_name, opens="records")
    """Appends each game to <file> while it is played."""
    replay: str | None = value("--replay FILE", "show the games of FILE, or the saved game N, again", file_name)
    """Shows the games of <file> again, at the pace of the computer players; any key hurries them, `q` leaves. A
    number, such as 12, stands for a saved game; a file called 12 is `./12`. Names, `--record` and options that
    describe a game can't be given with it."""
    referee: bool = flag("--referee", "say what the records on standard input come to, in JSON")
    """Reads records from standard input and prints for each its result, or the first illegal action and the reason,
    as a line of JSON; see `h89yahtzee-record(5)`."""

    @property
    def newcomer(self) -> str | None:
        """The strategy of a computer player that is given by its name alone; None: the default strategy of the rule
        set."""
        return None if self.level is None else LEVELS[self.level]

    @property
    def says_who_plays(self) -> bool:
        """Whether the options determine the players, so that a game begins at once, without the start page."""
        return self.oldstyle or bool(self.said & {"names", "mode", "daily", "replay", "go_on"})
