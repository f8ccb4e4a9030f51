"""Front ends, which show rooms (a table, a menu, a page) to people: on screens, or in text mode."""
