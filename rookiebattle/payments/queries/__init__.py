"""Reads of payments and their queues."""
