"""The command `yahtzee`, which plays the game."""
