"""The painter, which turns one screen into the next in few bytes."""
