"""The rooms that a caller is led through before and after a game, on a screen and by lines."""
