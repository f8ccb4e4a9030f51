"""Text mode: tables and other rooms by lines of text, with prompts and typed answers."""
