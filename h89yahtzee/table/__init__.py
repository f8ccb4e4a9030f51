"""The game on the screen: texts, views of a game state, and the controller that turns keys into actions."""
