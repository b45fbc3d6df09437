"""What the workers do without a request."""
