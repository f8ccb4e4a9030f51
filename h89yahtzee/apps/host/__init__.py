"""`yahtzee-host`: a lobby and tables for callers on lines, by telnet and on this machine."""
