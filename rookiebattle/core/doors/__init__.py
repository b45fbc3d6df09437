"""The two doors: the HTTP gate for `/api` and the event gate for the websocket.

Both resolve who acts, apply the declared access (default deny), validate and render errors.
"""
