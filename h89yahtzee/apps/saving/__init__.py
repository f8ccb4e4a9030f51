"""Saved games: writing them to the journal and to record files, resuming and listing them."""
