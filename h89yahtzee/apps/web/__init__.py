"""The game on a page in a browser, whose worker runs all of this."""
