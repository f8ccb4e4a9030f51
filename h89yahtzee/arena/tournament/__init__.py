"""Which games a tournament has, played, counted and compared."""
