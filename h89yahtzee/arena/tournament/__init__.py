"""Tournaments: the schedule of games, the bots that play these, and the running totals."""
