"""`/my-events`: the events a member is registered for, and those a member runs."""
