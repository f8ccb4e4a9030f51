"""Tournaments: which games are played, by whom, and what they add up to."""
