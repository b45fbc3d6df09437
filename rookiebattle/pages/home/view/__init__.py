"""Views of the start page: the dashboard and the next park days. Pure."""
