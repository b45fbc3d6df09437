"""The baselines, each tuned as hard as the product."""
