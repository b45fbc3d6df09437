"""The outside world: OpenID providers, mail, the storage of files, Stripe and Discord."""
