"""Processes of bots, and the measures that keep these processes from harming the system or cheating."""
