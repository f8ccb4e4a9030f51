"""Rooms in text mode: prompts and answers."""
