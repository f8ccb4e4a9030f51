"""The texts of the start page and of its prompts, in the characters that an H19 has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from h89yahtzee.game.record import HUMAN, MAX_PLAYERS, Player
from h89yahtzee.table.player_texts import YOU
from h89yahtzee.table.texts import OPPONENT_NAME, TITLE, cut, plain_text

COMPUTER_NAMES = (OPPONENT_NAME, "H8", "H11", "Z80", "Z90", "H19", "H25", "H77", "Z100", "H14")
PERSON_NAMES = (YOU, *(f"Player {number}" for number in range(2, MAX_PLAYERS + 1)))
"""Names for players whom nobody has named."""
ANYBODY = "anybody"
"""Stands for whoever sits down at a hosted table."""

HOSTED_TITLE = f"{TITLE}   NEW TABLE"
WHO_PLAYS = "WHO PLAYS"
RULES = "RULES"
DICE = "DICE"
PACE = "PACE"
TIME = "TIME"
COLUMNS = "COLUMNS"
BONUS = "BONUS"
GRID = "GRID"

KINDS = {
    HUMAN: "person",
    "hasty": "easy",
    "greedy": "medium",
    "optimal": "hard",
    "winner": "perfect",
    "classic": "classic",
    "random": "random",
}
"""Who decides for a player, in a word."""
ABOUT_KINDS = {
    HUMAN: "A person at this keyboard.",
    "hasty": "A computer that re-rolls once at most, and takes what scores most.",
    "greedy": "A computer that goes for the most points in each turn.",
    "optimal": "A computer that plays for the highest expected total.",
    "winner": "A computer that plays to win and knows all the odds.",
    "classic": "The computer player of the original game.",
    "random": "A computer that plays at random.",
}
ABOUT_RULES = {
    "h89": "The game of the H89: a second Yahtzee earns nothing extra.",
    "official": "A second Yahtzee earns 100; its upper row comes first.",
    "free-choice": "A second Yahtzee earns 100 and goes in any open row.",
    "quiz": "As official, but it earns nothing extra if YAHTZEE holds 0.",
    "triple": "As quiz, on three columns that count x1, x2 and x3.",
    "quintzee": "Up to six columns at once; later games fill up the grid.",
    "yacht": "Twelve rows and no bonus; the straights are 1-5 and 2-6.",
    "yatzy": "Scandinavian: fifteen rows, with pairs, and a bonus of 50.",
}
ABOUT_BONUSES = {
    "joker": "An extra Yahtzee is a joker and earns 100.",
    "normal": "An extra Yahtzee goes in any open row and earns 100.",
    "extra-turn": "An extra Yahtzee earns 100 in the bonus row, using no box.",
}
"""What is special, in at most 59 characters, so that a name fits before them in a line of text."""
DEALINGS = {False: "each player's own", True: "the same for all"}
ABOUT_DEALINGS = {
    False: "Each player gets different dice.",
    True: "Equal decisions in the same turn get equal dice.",
}
ABOUT_COLUMNS = "How many columns are played at once."
GRIDS = {False: "the last one, if there is room", True: "a new one"}
ABOUT_GRID = "Six columns, which one game after another fills."
ABOUT_PACE = "How long each step of a computer player stays on the screen."

ABOUT_TIME = "When the time for a turn is up, the computer plays the rest of it."
ABOUT_YOUR_SEAT = "Your seat."
ABOUT_ANYBODY = "A seat for anybody who sits down there."

ABOUT_ALL_RULES = "In the game, ? explains them."

HOW_BY_ARROWS = "The arrows choose a row and change it."
HOW_BY_LETTERS = "k and j choose a row, h and l change it."
STARTS = " RETURN starts the game."
OPENS = " RETURN opens the table."
TYPE_A_NAME = "Type a name, then RETURN. DELETE erases a letter, ESC keeps the old name."
UNFINISHED = "UNFINISHED"
ONE_MOMENT = "One moment ..."
ONE_MOMENT_DONE = "One moment ... {done:.0%}"

MARK = ">"
KEY_CAPTIONS = ("NAME", "ADD", "DROP", "PREV", "NEXT", "RESUME", "START", "QUIT", "? HELP")
"""The captions of f1 to f5, ERASE, BLUE and WHITE, and the help."""
LETTER_CAPTIONS = ("n NAME", "a ADD", "x DROP", "r RESUME", "RETURN START", "q QUIT", "? HELP")
"""The captions for keyboards whose keys aren't right below."""

ASK_PLAYERS = "Players (= before a computer's name)"
ASK_SEATS = "Seats for people, with yours"
ASK_COMPUTERS = "Computers"
ASK_TIME = "Seconds for a turn, 0 for any time"
ASK_RULES = "Rules (? lists them)"
ASK_COLUMNS = "Columns, 1 to {most}"
ASK_BONUS = "Bonus rule (? lists them)"
ASK_GRID = "Begin a new grid? (y/n)"
ASK_LEVEL = "How {name} plays (? lists it)"
ASK_DICE = "The same dice for all? (y/n)"
YES_NO = {False: "n", True: "y"}
ABOUT_PLAYERS = "For example, ann bob =king: two people and a computer. q quits."
ABOUT_SEATS = "The game begins when people have taken all of them, or when you say so."
HOW_BY_PROMPTS = "RETURN takes what stands in brackets, ? explains, q leads back."
ABOUT_RESUMING = "y resumes that game, n begins another one, q quits."
NAMES_EXPECTED = "names in ASCII letters, digits and signs"

HELP_END = "Any key leads back."
HELP_TITLE = "BEFORE THE GAME"
HOSTED_HELP = """\
Choose the rules of your table, and who has a seat there. The first is yours.
The game begins when people have taken the others, or when you say so.

  UP, DOWN      (k j)   choose a row
  LEFT, RIGHT   (h l)   change it (also SPACE): a seat for anybody, or a computer
  a             ADD a seat, up to ten
  x             DROP a seat
  RETURN        OPEN the table
  q             BACK to the lobby        CTRL-L  redraw the screen

A computer is easy, medium, hard or perfect. By most rules there is also
classic, the computer player of the original game.
"""
HELP = """\
Choose who plays, and by which rules. RETURN begins the game. If you change
nothing, it is the one you played last.

  UP, DOWN      (k j)   choose a row
  LEFT, RIGHT   (h l)   change it (also SPACE)
  n             NAME: type the name of a player
  a             ADD a player, up to ten
  x             DROP a player
  r             RESUME the game that wasn't finished
  RETURN        START
  q             QUIT        CTRL-L  redraw the screen

A player is a person, or a computer: easy, medium, hard or perfect. By most
rules there is also classic, the computer player of the original game.

In the game = leads to more settings, and ? explains the rules. When it is
over, s leads back to this page.
"""


_HOSTED_CAPTIONS = {"START": "OPEN", "QUIT": "BACK"}


def hosted_caption(text: str) -> str:
    """The caption where a table is opened instead of a game begun."""
    *letter, word = text.split(" ")
    return " ".join([*letter, _HOSTED_CAPTIONS.get(word, word)])


def player(number: int, name: str, kind: str, width: int) -> str:
    """Return the line of a player, number from 0; the name takes `width` columns."""
    return f"{number + 1:2} {cut(plain_text(name), width):{width}} {KINDS[kind]}"


def typed(number: int, name: str) -> str:
    """Return the line of a player whose name is being typed."""
    return f"{number + 1:2} {name}_"


def pace(seconds: float) -> str:
    return f"{seconds:g} s a step" if seconds else "no waiting"


def turn_time(seconds: int | None) -> str:
    return "no limit" if seconds is None else f"{seconds} s a turn"


def unfinished(rules: str, turn: int, was_cut_off: bool, totals: Mapping[str, int]) -> str:
    """Tell which game can be resumed; `totals` of its players so far, `turn` from 1."""
    players = ", ".join(f"{plain_text(name)} {total}" for name, total in totals.items())
    return f"{rules}, {'cut off in ' * was_cut_off}turn {turn}: {players}"


def expected(what: str) -> str:
    return f"Expected {what}" + "." * (not what.endswith("?"))


def prompt(question: str, default: str) -> str:
    return f"{question} [{default}]: "


def resume_prompt(unfinished: str) -> str:
    return prompt(f"Resume {unfinished}? (y/n)", YES_NO[True])


def players_typed(players: Sequence[Player]) -> str:
    """The players as they are typed."""
    return " ".join(f"{'=' * (player.strategy != HUMAN)}{plain_text(player.name)}" for player in players)


def explained(about: Mapping[str, str]) -> list[str]:
    """A line for each word, with what it means."""
    width = max(map(len, about)) + 2
    return [f"{word:{width}}{text}" for word, text in about.items()]
