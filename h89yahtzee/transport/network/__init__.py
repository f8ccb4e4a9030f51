"""Media of a network and of sockets: who calls, within which limits, and telnet."""
