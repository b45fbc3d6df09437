"""`/events/[event_id]/gate`: who may play, and check-ins, also without a network."""
