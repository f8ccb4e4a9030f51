"""Options: declared once, read from a command line or from TOML, told by --help and by the page of the manual."""
