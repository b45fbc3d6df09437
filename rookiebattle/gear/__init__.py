"""Gear checks at events, and incidents with the suspensions that they end in."""
