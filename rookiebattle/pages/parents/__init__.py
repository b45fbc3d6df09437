"""`/parents`: what parents ask before their teenager comes to a park day."""
