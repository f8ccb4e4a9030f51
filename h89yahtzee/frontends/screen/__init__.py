"""Rooms on a screen: the card, captions, keys and clicks."""
