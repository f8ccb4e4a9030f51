"""What `yahtzee-arena` tells: the progress of a tournament, its table, checks of bots, rating lists."""
