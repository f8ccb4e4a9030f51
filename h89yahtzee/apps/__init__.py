"""The commands: arguments, event loop, signals, clock, files and exit codes."""
