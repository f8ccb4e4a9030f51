"""What a turn needs at a table: marks, ways from box to box, a computer player's steps, the time."""
