"""A thin client of a host: this terminal's bytes go there, and the host's come here."""
