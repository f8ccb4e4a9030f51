"""The texts of the lobby, on a screen and by lines, in the characters that an H19 has."""

from __future__ import annotations

CAME = "{name} is here."
WENT = "{name} has gone."

OPENED = "{name} opens table {number}."
CLOSED = "Table {number} is closed: an error of this program. Its game is kept."
NO_SUCH_TABLE = "There is no table {number}."
NO_SEAT = "No seat is open at table {number}."
NOTHING_TO_WATCH = "Nobody plays at table {number} now."
NOT_STARTER = "{name} sat down first and may start."
NOT_YOURS = "You have no seat at table {number}."
ALREADY_AT_TABLE = "You are at a table."
TOO_MANY_TABLES = "There is no room for another table."
TOO_MANY_SEATS = "You have {most} unfinished games: finish one, or give one up."
TOO_MUCH_SAID = "Wait a moment before you say more."
NO_SCORES = "No game has been finished here yet."

HERE = "HERE"
AT_TABLE = "{name} at {number}"
WATCHES = "{name} watching {number}"

TABLES = "TABLE"
RULES = "RULES"
SEATS = "SEATS"
NO_TABLES = "Nobody plays yet. {key} opens a table."
MORE_TABLES = "and {count} more"
OPEN = "{count} open"
WAITS = "waits for people"
PLAYING = "turn {turn}"
PAUSED = "paused in turn {turn}"
OVER = "over"
YOURS = "*"
MARK = ">"
RESIGN = "Give up your seat at table {number} for good? (y/n)"
DEALINGS = {False: "Each player's own dice", True: "The same dice for all"}
TURN_TIME = "{seconds} s for a turn"
ANY_TIME = "any time for a turn"
WATCHED = "watched by {names}"

HOW_BY_ARROWS = "The arrows choose a table. RETURN sits down there, or watches."
HOW_BY_LETTERS = "k and j choose a table. RETURN sits down there, or watches."

KEY_CAPTIONS = ("SIT", "WATCH", "NEW", "SAY", "SCORES", "RESIGN", "JOIN", "LEAVE", "? HELP")
"""The captions of f1 to f5, ERASE, BLUE and WHITE, and the help."""
LETTER_CAPTIONS = ("s SIT", "w WATCH", "n NEW", "/ SAY", "t SCORES", "x RESIGN", "q LEAVE", "? HELP")

SCORES_TITLE = "SCORES"
TABLE = "TABLE {number}"
IS_HERE = "here"
IS_AWAY = "away"
STARTER_WAITS = "Waiting for {count} more. START puts computers there, FEWER drops those seats."
OTHERS_WAIT = "Waiting for {count} more. {name} may start without them."
WAITING_CAPTIONS = ("FEWER", "SAY", "START", "BACK", "? HELP")
"""The captions of f2, f4, BLUE and WHITE, and the help."""
WAITING_LETTERS = ("RETURN START", "x FEWER", "/ SAY", "q BACK", "? HELP")

HELP_TITLE = "THE LOBBY"
HELP_END = "Any key leads back."
HELP = """\
Sit down at a table that waits for people, or open one of your own. The game
begins when all seats are taken.

  UP, DOWN  (k j)   choose a table
  RETURN            sit down there, or watch if no seat is open
  s                 SIT down
  w                 WATCH a game
  n                 NEW table: choose rules, seats, computers, time for a turn
  /                 SAY something to all who are here
  t                 SCORES of the games that were finished here
  x                 RESIGN: give your seat up for good
  q                 LEAVE        CTRL-L  redraw the screen

A star marks the tables where you have a seat. It stays yours when you leave,
or your line drops: call again, with your name and your code. While others
play on, a computer plays for you. A game that all have left waits for you.

If you come late you may watch, or sit down where a computer sits.
"""
WAITING_HELP = """\
The game begins when all seats are taken. Whoever sat down first may begin
before that.

  RETURN            START with computers in the open seats
  x                 START with FEWER seats
  /                 SAY something to all who are here
  q                 BACK to the lobby; your seat is open again
"""

LOBBY_PROMPT = "Table, or ? for help: "
WAITING_PROMPT = "Waiting; ? for help: "
ALL_HERE = "Here: {callers}."
TABLE_LINE = "Table {number}: {about}.{yours}"
YOUR_SEAT = " You have a seat."
LOBBY_LINES_HELP = """\
2         sit down at table 2, or watch if no seat is open
s 2, w 2  only sit down; only watch
n         new table: choose rules, seats, computers, time for a turn
l         list who is here, and the tables
/hello    say hello to all who are here
t         scores of the games that were finished here
x 2       resign: give your seat at table 2 up for good
q         leave
A seat stays yours when you leave, or your line drops: call again, with
your name and your code. A game that all have left waits for you."""
WAITING_LINES_HELP = """\
The game begins when all seats are taken. Whoever sat down first may begin
before that:
start     with computers in the open seats
fewer     without those seats
/hello    say hello to all who are here
q         back to the lobby; your seat is open again"""
