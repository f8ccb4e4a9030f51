"""Journals of games and tournaments, a host's guest book, tables of numbers; only this package imports sqlite3."""
