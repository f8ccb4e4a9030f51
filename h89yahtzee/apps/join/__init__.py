"""A thin client of a host: passes bytes between this terminal and the host."""
