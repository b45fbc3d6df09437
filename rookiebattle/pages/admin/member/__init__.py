"""`/admin/users/{id}`: one member for administrators, with the timeline, awarding and undoing."""
