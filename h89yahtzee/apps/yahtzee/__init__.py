"""`yahtzee`: the game."""
