"""The text before scripts of an event's page."""
