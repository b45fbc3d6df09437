"""The ASGI layers around the app: documents, copies for visitors, headers, frames, connections."""
