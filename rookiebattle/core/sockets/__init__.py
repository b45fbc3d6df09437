"""ASGI layers around connections: their number, their frames, what they do not answer."""
