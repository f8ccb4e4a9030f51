"""Results of a tournament: places and their confidence intervals, skill, mistakes, ratings."""
