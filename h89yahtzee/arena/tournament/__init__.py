"""Tournaments: which games are played, by a pool of bots, and what they add up to."""
