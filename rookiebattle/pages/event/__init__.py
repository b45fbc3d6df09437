"""`/events/[event_id]`: one event."""
