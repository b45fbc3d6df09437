"""Components about seats for pages: the register button, rows of events, one's own events."""
