"""Rooms as data: places where a person can be, such as the start page or settings, and the ways between rooms."""
