"""The process that a bot runs in, and what it may do there."""
