"""Matrices over the running app: every route and every handler, for every kind of person."""
