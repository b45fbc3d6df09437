"""Card payments: a Protocol, and the client of Stripe. Without keys there is none."""
