"""The computer players: one strategy a file behind one protocol, and a catalogue of their names."""
