"""Notifications: the club's messages at the top of a member's dashboard."""
