"""How long an H19 takes for what it does."""
