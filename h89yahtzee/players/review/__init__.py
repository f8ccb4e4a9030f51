"""Recorded games judged: what each decision lost, what kind of mistake it was, and why the best play is best."""
