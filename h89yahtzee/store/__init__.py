"""The journal of games and what is worked out from it; the only package that imports sqlite3."""
