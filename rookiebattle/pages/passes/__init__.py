"""`/pass`: the passes of a member and of the member's people."""
