"""`/_ui`: every component in every state, in development."""
