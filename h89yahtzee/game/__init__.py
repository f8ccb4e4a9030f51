"""The dice game's rules and states as immutable values and pure functions; imports no other folder."""
