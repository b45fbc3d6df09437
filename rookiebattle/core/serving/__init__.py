"""The ASGI layers around the application, outermost first: `public_cache.Foremost`, `headers`,
`mount`, then `bodiless` and `public_cache` for the API, or `documents` for pages and `connections`
with `frames` for the websocket."""
