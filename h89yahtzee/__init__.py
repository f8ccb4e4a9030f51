"""H89 YAHTZEE, the CP/M dice game for the Heath/Zenith H89, for real H19s and modern terminals."""

__version__ = "2.0.0"
