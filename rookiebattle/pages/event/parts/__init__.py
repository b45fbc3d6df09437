"""The parts of an event's page."""
