"""Transports, which move bytes to and from a terminal without knowing their meaning; one file for each medium."""
