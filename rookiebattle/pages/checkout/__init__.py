"""`/checkout`: what will be charged, and the card form that pays it."""
