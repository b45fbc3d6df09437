"""The answers that are errors: Refusal (400), CardError (402), Missing (404), in Stripe's words."""

from typing import Any


class Refusal(Exception):
    """An answer that is an error, with Stripe's type and code."""

    def __init__(
        self,
        message: str,
        *,
        status: int = 400,
        kind: str = "invalid_request_error",
        code: str = "",
        param: str = "",
        **more: Any,
    ) -> None:
        super().__init__(message)
        self.status = status
        told = {"message": message, "type": kind, "code": code, "param": param, **more}
        self.error = {name: value for name, value in told.items() if value != ""}


class Missing(Refusal):
    """An object that does not exist, or that the caller's key may not see."""

    def __init__(self, kind: str, id_: str) -> None:
        super().__init__(
            f"No such {kind}: '{id_}'", status=404, code="resource_missing", param="id"
        )


class CardError(Refusal):
    """A card that the bank declined."""

    def __init__(self, code: str, message: str, decline_code: str = "", **more: Any) -> None:
        super().__init__(
            message, status=402, kind="card_error", code=code, decline_code=decline_code, **more
        )
