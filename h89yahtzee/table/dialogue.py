"""What passes between a table and a person: questions, answers, refusals, and what a computer player is doing."""

from __future__ import annotations

from enum import Enum, auto


class Question(Enum):
    """What the next key or line answers; a viewer without a question plays."""

    RESUME = auto()
    """Whether to resume an unfinished game."""
    QUIT = auto()
    LEAVE = auto()
    """QUIT where others stay at the table."""
    KEEP = auto()
    """Whether the game that is left is kept."""
    SCRATCH = auto()
    """Whether to score nothing in the selected box."""
    PLAY_AGAIN = auto()
    NEXT_GAME = auto()
    """PLAY_AGAIN in a replay that has more games."""


class Answer(Enum):
    YES = auto()
    NO = auto()
    LEAVE = auto()
    """A key or word that asks to leave, whatever the question is."""
    OTHER = auto()


class Rejection(Enum):
    """Why a person's command does nothing."""

    UNKNOWN = auto()
    ROLL_FIRST = auto()
    NO_ROLLS = auto()
    NOTHING_MARKED = auto()
    NOTHING_LEFT_TO_ROLL = auto()


class Step(Enum):
    """What a computer player is doing."""

    THINKING = auto()
    ROLLING = auto()
    """It shows which dice it will roll."""
    DECIDED = auto()
    """It shows where it will post."""
