"""The kernel, which every slice stands on and which knows no slice: database, outbox, audit log,
privacy labels, hooks, errors, what is kept in memory, and plain values. `doors/` holds the two ways
to a verb, `serving/` the ASGI layers around the application."""
