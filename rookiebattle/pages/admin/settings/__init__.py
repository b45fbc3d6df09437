"""`/admin/settings`: the notifications, and the way to the log."""
