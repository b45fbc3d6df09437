"""What the states of pages with seats share: taking a seat, and news that is pushed."""
