"""Which pages exist: shell and slices link only to these."""

from reflex_base.registry import RegistrationContext


def exists(path: str) -> bool:
    """Whether a link to this path (its query is ignored) leads to a page of this build."""
    pages = RegistrationContext.ensure_context().decorated_pages
    return path.partition("?")[0] in {options.get("route") for _, options in pages}
