"""Front ends, which show people the place where they are, a seat at a table or a room such as the start page: on a
screen, or in text mode."""
