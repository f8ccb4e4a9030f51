"""Ratings of bots from the results of their games, as pure calculations: a sequential test, Elo, openskill."""
