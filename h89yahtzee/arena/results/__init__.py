"""Figures from a tournament's games: places and their confidence intervals, skill, mistakes, ratings."""
