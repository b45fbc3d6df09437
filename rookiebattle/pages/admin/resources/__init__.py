"""`/admin/resources`: the library, where it is written."""
