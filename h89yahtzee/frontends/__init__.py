"""Front ends, which show rooms to people: on screens, or in text mode."""
