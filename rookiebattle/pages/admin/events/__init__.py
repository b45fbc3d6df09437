"""`/admin/events`: all events, with the form of an event and the way to its roster."""
