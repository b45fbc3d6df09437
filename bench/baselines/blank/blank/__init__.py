"""The blank Reflex app."""
