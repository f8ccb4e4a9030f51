"""The Heath H19 terminal, sans-I/O: its codes, emulator, keyboard, and the painter that writes for it."""
