"""The parts of the Users tab: a row of the list, and the form of a member."""
