"""The chances to win: who works them out, how they stand on the board, what is said of them."""
