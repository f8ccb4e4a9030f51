"""The dice game's rules and states as immutable values and pure functions; no imports from other folders."""
