"""`yahtzee-arena`: tournaments of bots."""
