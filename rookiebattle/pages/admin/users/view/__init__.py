"""The view of the Users tab: a row of the list."""
