"""Saved games: writing them to the journal (a user's database of games) and to files of records, resuming and
listing them."""
