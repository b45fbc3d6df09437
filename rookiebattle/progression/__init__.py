"""Progression: ranks, award beads and warrior paths, and how they are worded and drawn."""
