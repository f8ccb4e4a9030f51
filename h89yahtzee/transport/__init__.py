"""Bytes to and from a terminal, one medium a file; what they mean is not known here."""
