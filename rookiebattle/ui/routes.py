"""The pages that exist: shell and slices link only to these."""

_existing: set[str] = set()


def announce(*paths: str) -> None:
    """The composition root names its pages before they are compiled."""
    _existing.update(paths)


def exists(path: str) -> bool:
    """Whether a link to this path (its query is ignored) leads somewhere."""
    return path.partition("?")[0] in _existing
