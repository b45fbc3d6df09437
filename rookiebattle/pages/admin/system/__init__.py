"""`/admin/system`: what runs, what waits, how the jobs stand."""
