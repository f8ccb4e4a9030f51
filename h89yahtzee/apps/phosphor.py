"""The colours of the tube, red, green and blue."""

COLORS = {"green": (51, 255, 102), "amber": (255, 176, 0), "white": (224, 232, 240)}
"""The colours by their names on the command line; the first is the default."""
