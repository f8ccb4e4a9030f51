"""The command `h19`: the emulated terminal without the game."""
