"""`/admin/events/[event_id]`: the roster of an event, as the gate needs it."""
