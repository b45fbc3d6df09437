"""Notifications: what the club tells its members at the top of their dashboard."""
