"""What is kept of games: in the journal, in files, and what is listed of it."""
