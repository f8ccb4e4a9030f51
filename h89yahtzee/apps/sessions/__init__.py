"""Sessions at terminals (a terminal with the room its person is in) and the event loop that runs them."""
