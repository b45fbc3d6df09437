"""The ASGI layers around the application, outermost first: `public_cache.OutermostCache`,
`headers`, `mount`, then `head_requests`, `packing` and `public_cache` for the API, or `documents`
for pages and `connections` with `frames` for the websocket. `kept` is an answer in memory."""
