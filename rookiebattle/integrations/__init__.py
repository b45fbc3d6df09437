"""The outside world behind Protocols: OpenID providers and mail, later Stripe and S3."""
