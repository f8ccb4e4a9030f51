"""Expected scores under best play, computed back from the full score card: by compiled code (the kernel) or by
numpy."""
