"""The games that are played at a table, one after another, live or from a record."""
