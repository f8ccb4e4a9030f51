"""The program's side of a terminal: screens as values, keys, typed text, and descriptions of terminals."""
