"""Options of the commands: declared once, parsed from a command line or TOML, shown by --help and the manual."""
