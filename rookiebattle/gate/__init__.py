"""The gate of an event: who may play, check-ins that come late, walk-ins, and passes."""
