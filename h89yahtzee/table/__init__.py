"""A game at a table, whatever shows it: who looks on, what is asked and what is said."""
