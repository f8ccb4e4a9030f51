"""Several columns of a card at once."""
