"""Journals of games and of tournaments, and a host's guest book. Only this package imports sqlite3."""
