"""A double of Stripe: the part of its API that the site uses, kept in memory, on loopback.

The contract is the official package: its TypedDicts for requests, its classes for answers.
"""
