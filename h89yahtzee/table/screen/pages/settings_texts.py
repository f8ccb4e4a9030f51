"""The texts of the settings page."""

from __future__ import annotations

from h89yahtzee.table.preferences import Coach, Mark, Mode, Potential, Worth

TITLE = "SETTINGS"
POTENTIAL = "Show what the dice would score"
MARK = "The dice keys select dice to"
CONFIRM_ZERO = "Ask before scoring 0"
AUTO_ROLL = "Make the first roll for me"
THROW_TIME = "A throw of the dice takes"
THINK_TIME = "A computer's step takes"
ANALYSIS_TIME = "Near the end it searches"
COACH = "The coach (a asks for advice)"
WARNS_OF = "It warns of the loss of"
CHANCES = "Show who is how likely to win"
MESSAGES = "Show what others say"
COLUMNS = "Columns of the next game"
BONUS = "Bonus rule of the next game"
MODE = "The next game is played"
MODES = {
    None: "",
    Mode.SOLITAIRE: "alone",
    Mode.OPPONENT: "against the computer",
    Mode.SYNCHRONIZED: "against the computer with the same dice",
}
POTENTIALS = {Potential.ALL: "in every open row", Potential.SELECTED: "in the selected row"}
MARK_CHOICES = {Mark.REROLL: "roll again", Mark.KEEP: "keep"}
COACHES = {
    Coach.OFF: "off",
    Coach.ASK: "reviews the game at the end",
    Coach.WARN: "warns of costly decisions, and reviews",
    Coach.ALWAYS: "advises before each decision, and reviews",
}
WORTHS = {Worth.POINTS: "points", Worth.CHANCES: "chances to win"}
ON_OFF = {True: "on", False: "off"}
KEYS = """\
UP, DOWN     (k j)   choose a setting
LEFT, RIGHT  (h l)   change it (also SPACE)
"""
SAVE_KEY = """\
w                    save all settings for future games
"""
END = "Any other key returns to the game."
SAVED = "Saved."
NOT_SAVED = "They couldn't be saved; they apply until you quit."


def setting(label: str, value: str, is_chosen: bool) -> str:
    return f"{'>' if is_chosen else ' '} {label:32}{value}"


def seconds(number: float) -> str:
    return f"{number:g} s"


def search_time(number: float) -> str:
    return f"up to {seconds(number)} a turn" if number else "for no noticeable time"
