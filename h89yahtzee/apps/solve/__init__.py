"""The command `yahtzee-solve`: expected scores, plays in a position, chances to win, and reviews of games."""
