"""The site beside pretix and a plain Express: the same events, one table."""
