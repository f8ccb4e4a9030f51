"""Exact expected values by backward induction: a compiled kernel, and the same recurrence in numpy."""
