"""`yahtzee-solve`: exact values."""
