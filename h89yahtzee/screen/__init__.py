"""Screens as values: cells, finished grids, and windows to draw them in. Knows no terminal."""
