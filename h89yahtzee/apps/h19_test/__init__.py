"""`h19-test`: the test of a Heath/Zenith 19, or of what says that it is one, over its line."""
