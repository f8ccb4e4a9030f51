"""The command `yahtzee-host`: a lobby and tables for callers by serial line, telnet, ssh and on this machine."""
