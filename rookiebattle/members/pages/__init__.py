"""One page per module, which keeps their bundles apart."""
