"""Events: the calendar, its rules of time and recurrence, and its feeds."""
