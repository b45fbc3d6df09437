"""`/_ui`: every component in every state. The page exists only in development."""
