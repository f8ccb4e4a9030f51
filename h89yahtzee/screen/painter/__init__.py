"""The painter, which finds few bytes that turn the screen shown by a terminal into the next screen."""
