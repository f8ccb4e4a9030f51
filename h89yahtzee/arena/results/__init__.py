"""What the games of a tournament say of its bots: their places, how surely, their skill, their mistakes."""
