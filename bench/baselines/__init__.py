"""What the product is measured against, each tuned as hard as the product."""
