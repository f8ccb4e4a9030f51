"""Rooms as data, such as the start page, the settings and the saved games, and the room that follows another."""
