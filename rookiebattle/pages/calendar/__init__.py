"""`/events`: the calendar."""
