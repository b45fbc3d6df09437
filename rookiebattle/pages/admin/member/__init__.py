"""`/admin/users/[user_id]`: one member, with the timeline, awarding and undoing."""
