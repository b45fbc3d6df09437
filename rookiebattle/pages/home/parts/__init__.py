"""The parts of the start page: landing, invitation, park days, dashboard and its cards."""
