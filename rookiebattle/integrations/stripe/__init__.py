"""Card payments: the values, and the client of Stripe. Without keys there is none."""
