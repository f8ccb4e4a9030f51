"""One game of the arena, where the program's strategies and bots of others play against each other.

An entrant is who was entered in a tournament, as typed: a strategy or a bot. A bot is a program of its own; in the
numbering of a tournament, any entrant. A contestant is an entrant in one game, as the referee sees it, at a seat.
"""
