"""What a caller of a board is told about time."""

LITTLE_TIME = "{minutes} min left on this board."
TIME_IS_UP = "Your time on this board is up. Your game is kept for the next call."
KEPT = "Your game is kept for the next call."
