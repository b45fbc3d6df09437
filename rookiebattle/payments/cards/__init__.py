"""Payments by card: from the checkout to what Stripe says of it later."""
