"""The HTML of an event's page before its scripts run."""
