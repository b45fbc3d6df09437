"""Cash and checks: recorded, received and handed back."""
