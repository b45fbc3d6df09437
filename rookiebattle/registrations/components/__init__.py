"""What pages show of seats: registering, rows of events, a member's own events."""
