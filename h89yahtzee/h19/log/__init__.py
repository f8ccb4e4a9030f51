"""Bytes of the line in words."""
