"""The HTML of a chapter's page before its scripts run."""
