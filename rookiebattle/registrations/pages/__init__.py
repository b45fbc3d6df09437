"""Pages that show events and registering."""
