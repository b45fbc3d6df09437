"""Shared by the states of pages with seats: registering, unregistering, and pushed seats."""
