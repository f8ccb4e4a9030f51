"""The arena, in which the program's strategies and other authors' bots play against each other.

An entrant is a strategy or a bot that was entered in a tournament on the command line. A bot is another author's
program; but where entrants have numbers, as in the schedule and the standings of a tournament, "bot" means any
entrant, a strategy included. A contestant is an entrant as the referee sees it: a player in one game. A journal is
the file with the plan of a tournament and the outcomes of its games.
"""
