"""The worth of cards of several columns: exact search where few boxes are open, else value nets."""
