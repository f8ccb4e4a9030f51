"""`h19-test`: the test of a Heath/Zenith 19, or of a terminal that claims to be one, over its serial line."""
