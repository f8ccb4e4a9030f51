"""The game itself: pure values and functions, imported by everything, importing nothing of the project."""
