"""The pages that hide the table for a while: help, settings, saved games, and a finished game turn by turn."""
