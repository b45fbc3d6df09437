"""The states of an event's page: the event itself, and the question before it is canceled."""
