"""`/admin/import`: members from a CSV file and events from a calendar file, after a dry run."""
