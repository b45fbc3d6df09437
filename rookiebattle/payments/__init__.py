"""Payments: memberships, donations and event fees, and what the card service says of them."""
