"""The command `yahtzee-host`: a lobby and tables for callers by serial line, by telnet and on this machine."""
