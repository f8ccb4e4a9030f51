"""The table on a screen of 24 or 25 rows."""
