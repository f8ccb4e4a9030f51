"""Front ends. They show to people, on a screen or in text mode, the place where they are: a seat at a table, or a
room such as the start page."""
