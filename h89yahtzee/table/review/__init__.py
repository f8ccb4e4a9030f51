"""Decisions judged: the coach beside a turn, and a finished game looked at again."""
