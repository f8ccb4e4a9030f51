"""The computer players' strategies and a catalogue of their names; reviews of games; chances to win."""
