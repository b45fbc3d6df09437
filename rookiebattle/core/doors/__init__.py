"""The two doors to a verb: `http` for `/api`, `websocket` for the handlers of pages.

Both use `identity` (who acts), `access` (who may), `work` (the verb in its transaction)."""
