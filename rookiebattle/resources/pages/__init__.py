"""The pages of resources."""
