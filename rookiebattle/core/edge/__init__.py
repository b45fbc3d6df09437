"""The two doors: the HTTP gate for `/api` and the event gate for the websocket.

Both resolve the identity, apply the declared access (default deny), validate, limit the rate and
render errors. Neither holds a rule of the product.
"""
