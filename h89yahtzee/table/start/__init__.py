"""What is chosen before a game begins: by keys on the start page, or by prompts."""
