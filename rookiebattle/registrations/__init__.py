"""Registrations: who has a seat at which event."""
