"""Letters about payments and memberships."""
