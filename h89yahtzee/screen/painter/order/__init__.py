"""The order in which what has changed is painted: the cheapest of a few pieces, a short path through many."""
