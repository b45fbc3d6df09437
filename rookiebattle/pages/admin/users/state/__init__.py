"""The state of the Users tab: the list with chosen rows."""
