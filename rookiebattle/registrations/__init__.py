"""Registrations: the members' seats at events."""
