"""The table as lines of text: prompts and answers."""
