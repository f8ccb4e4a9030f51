"""What a person at a table can ask for, by whatever key."""

from __future__ import annotations

from enum import Enum


class Command(Enum):
    DIE_1 = "select die 1"
    DIE_2 = "select die 2"
    DIE_3 = "select die 3"
    DIE_4 = "select die 4"
    DIE_5 = "select die 5"
    ROLL = "roll the selected dice"
    DONE = "post the score"
    OOPS = "unmark all dice"
    UP = "previous open row"
    DOWN = "next open row"
    LEFT = "previous column"
    RIGHT = "next column"
    NEXT = "next open box of any column"
    COACH = "what the best play is"
    HELP = "help page"
    SETTINGS = "settings page"
    REVIEW = "what was lost in the finished game"
    GAMES = "the saved games"
    COMPARE = "the finished game turn by turn"
    QUIT = "quit"
    REPAINT = "paint the screen again"


DICE = (Command.DIE_1, Command.DIE_2, Command.DIE_3, Command.DIE_4, Command.DIE_5)
