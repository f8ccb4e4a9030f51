"""Sessions (each a terminal and the room shown there) and the event loop that runs them."""
