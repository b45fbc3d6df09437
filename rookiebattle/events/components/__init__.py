"""What pages show of events: the form and the links that open it."""
