"""Tournaments of bots, the program's own strategies and programs of others."""
