"""The work that workers do without a request."""
