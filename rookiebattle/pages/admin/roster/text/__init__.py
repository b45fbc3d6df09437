"""The document of a roster, before its scripts run."""
