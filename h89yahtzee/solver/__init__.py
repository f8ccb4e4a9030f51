"""Expected scores under best play, computed back from full score cards: by compiled code (the kernel) or numpy."""
