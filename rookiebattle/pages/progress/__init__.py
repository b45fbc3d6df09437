"""`/progress`: how a member came to rank, paths and beads, and what comes next."""
