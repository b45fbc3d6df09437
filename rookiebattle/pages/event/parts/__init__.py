"""Parts of an event's page."""
