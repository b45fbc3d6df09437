"""The kernel, which every slice stands on and which knows no slice. `doors/` has the two ways to a
verb, `serving/` and `sockets/` the ASGI layers, `values/` texts, dates and money as they cross a
door; `database/`, `mail/`, `jobs/`, `pushing/` and `telemetry/` hold what their names say."""
