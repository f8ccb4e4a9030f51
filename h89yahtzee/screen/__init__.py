"""Screens as values, keys, typed text, and descriptions of terminals."""
