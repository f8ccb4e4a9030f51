"""Completion of the programs' options and their values in bash, zsh and fish."""
