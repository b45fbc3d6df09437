"""The money of seats: paid, returned for canceled events, erased."""
