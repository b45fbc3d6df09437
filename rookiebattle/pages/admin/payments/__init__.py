"""`/admin/payments`: the payments of all members, and payments by hand."""
