"""Shared by the states of pages with seats: registering, and seats that are pushed."""
