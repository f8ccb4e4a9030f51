"""`h19`: the emulator alone."""
