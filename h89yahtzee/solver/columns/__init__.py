"""The expected points on cards of several columns: by exact search where few boxes are open, else estimated."""
