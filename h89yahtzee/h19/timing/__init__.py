"""The times that an H19 takes for bytes and keys, and an emulator in real time."""
