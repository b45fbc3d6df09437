"""`/admin/log`: who changed what."""
