"""The bots of a tournament, kept ready to play from game to game; and one bot alone, checked or traced."""
