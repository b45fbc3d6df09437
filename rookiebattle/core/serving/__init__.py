"""The ASGI layers around the application, outermost first: `public_cache.OutermostCache`,
`headers`, `mount`, then `packing` and `public_cache` for the API, or `documents` for pages and
`sockets/` for the websocket. `cached` is an answer in memory."""
