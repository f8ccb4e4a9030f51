"""The commands of the package, with their options, event loop, signals, clock, files and exit codes."""
