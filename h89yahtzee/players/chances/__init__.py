"""Chances to win: exact at the end of a game, by distributions and by simulated games before it."""
