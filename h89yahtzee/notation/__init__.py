"""Records and positions as text and as JSON."""
