"""The gate of an event: passes, verdicts, and what happens where people arrive."""
