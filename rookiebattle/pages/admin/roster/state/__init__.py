"""The states of a roster: its list, the walk-ins, and the beads."""
