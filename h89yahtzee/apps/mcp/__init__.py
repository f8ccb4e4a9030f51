"""The command `yahtzee-mcp`: the game as tools of a language model, by the Model Context Protocol."""
