"""Components about events for pages: the event form and the links that open it."""
