"""The game on a screen: terminals, their sessions and the event loop."""
