"""The Heath H19 terminal without I/O: its codes, emulators, keyboard, disassembler and timing."""
