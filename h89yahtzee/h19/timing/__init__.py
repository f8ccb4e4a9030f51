"""The times that an H19 takes for bytes and keys, and an emulator as slow as a real H19."""
