"""Bytes to and from a terminal, one medium a file; what the bytes mean is `h19`'s."""
