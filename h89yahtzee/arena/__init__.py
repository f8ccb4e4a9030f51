"""The arena, in which the program's strategies and other authors' bots play against each other.

An entrant is a strategy or a bot as it was entered in a tournament on the command line. A bot is a program of its
own; in the numbering of a tournament, any entrant. A contestant is an entrant in one game, as the referee sees it,
at a seat. A journal is the file with the plan of a tournament and the outcomes of its games.
"""
