"""What the start page shows: the dashboard and the next park days. Pure."""
