"""`/admin/chapters`: the chapters, and the requests to start one."""
