"""The kernel, which every slice stands on and which knows no slice.

`doors/` holds the two ways to a verb; `serving/` and `sockets/` the ASGI layers around the
application; `database/`, `mail/`, `jobs/`, `pushing/` and `telemetry/` what their names say;
`values/` texts, dates and money as they cross a door."""
