"""Letters: queued in the outbox, limited, laid out and sent."""
