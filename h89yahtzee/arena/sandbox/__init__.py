"""Processes of bots, and the measures that confine these processes."""
