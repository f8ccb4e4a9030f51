"""Tournaments: the schedule of games, the bots that play the games, and the running totals."""
