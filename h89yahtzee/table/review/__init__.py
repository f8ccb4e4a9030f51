"""A finished game looked at again: luck and losses, the same dice in other hands."""
