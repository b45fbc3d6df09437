"""`/sign`: a waiver, read to its end and signed, for oneself or for a minor."""
