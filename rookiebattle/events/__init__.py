"""Events: the calendar, the rules of time and recurrence, and the calendar feeds."""
