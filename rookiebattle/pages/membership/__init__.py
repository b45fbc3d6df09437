"""`/membership`: the plans, what membership costs and brings, and the member's own payments."""
