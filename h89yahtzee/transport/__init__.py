"""Transports, which move bytes to and from a terminal without knowing their meaning. There is one file for each
medium."""
