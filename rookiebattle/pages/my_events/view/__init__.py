"""The view of My Events."""
