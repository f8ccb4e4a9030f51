"""The door of a bulletin board: who calls, on what, and for how long, comes from the board's drop file."""
