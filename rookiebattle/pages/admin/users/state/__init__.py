"""The states of the Users tab: the list with chosen rows, and the form of a member."""
