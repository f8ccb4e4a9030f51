"""The game itself: pure values and functions. All other packages may import it; it imports none of them."""
