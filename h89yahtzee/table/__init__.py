"""A game at a table and a person's seat at it, independent of screens: turns, questions, advice, reviews, texts."""
