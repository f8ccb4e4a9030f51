"""A host of many tables: who calls, who sits where, and the rooms before and after a game; no lines, no files."""
