"""A host of many tables: its callers, their seats, and the rooms before and after a game. Nothing here does I/O."""
