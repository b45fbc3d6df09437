"""The outside world behind Protocols: OpenID providers, and later Stripe, S3 and mail."""
