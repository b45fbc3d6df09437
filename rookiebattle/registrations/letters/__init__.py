"""Letters about seats and events."""
