"""The words that files may have as names, and the role that each name means."""

from tests.architecture.source import Module

SLICES = (
    *("accounts", "chapters", "progression", "members", "events", "roles", "guardians", "waivers"),
    *("registrations", "payments"),
    *("resources", "uploads", "media", "notifications", "sheets"),
    *("gear", "gate", "messages"),
)
SLICE_ROLES = frozenset(
    {"models", "schemas", "policy", "queries", "service", "api", "hooks", "view", "wording"}
    | {"components", "state", "letters", "feeds"}
)
PAGE_ROLES = frozenset({"page", "parts", "later", "state", "read", "view", "url", "text"})

# A role that outgrows its file becomes a folder of that name (`service/check_ins.py`). These nouns
# name something else than a role; each has the role of its rules.
NOUNS: dict[str, dict[str, str]] = {
    "accounts": {
        "adding": "service",
        "awaiting": "service",
        "claiming": "service",
        "demo": "models",
        "ending": "service",
        "farewell": "api",
        "finding": "service",
        "identity": "service",
        "leaving": "service",
        "look_alikes": "policy",
        "naming": "policy",
        "newcomers": "policy",
        "own": "service",
        "pending": "api",
        "provider": "service",
        "renaming": "service",
        "revising": "service",
        "sessions": "policy",
        "subscriptions": "service",
    },
    "chapters": {"channels": "service", "requests": "service"},
    "progression": {
        "catalogue": "models",
        "changes": "wording",
        "checking": "service",
        "entering": "service",
        "history": "view",
        "ledger": "policy",
        "ranks": "policy",
        "steps": "view",
        "timeline": "service",
    },
    "members": {
        "administration": "service",
        "columns": "policy",
        "drafts": "view",
        "exporting": "service",
        "finding": "queries",
        "importing": "service",
        "imports": "schemas",
        "judging": "policy",
        "reading": "policy",
        "users": "schemas",
        "welcome": "service",
    },
    "events": {
        "allowance": "service",
        "canceling": "service",
        "conflicts": "service",
        "entries": "policy",
        "foreign_zones": "policy",
        "hosting": "service",
        "importing": "service",
        "imports": "schemas",
        "leaving": "service",
        "listing": "queries",
        "origins": "queries",
        "planning": "policy",
        "post_words": "wording",
        "posting": "service",
        "posts": "service",
        "proposals": "view",
        "questions": "wording",
        "reads": "queries",
        "recurrence": "policy",
        "remarks": "view",
        "reports": "service",
        "repeating": "policy",
        "series": "queries",
        "timing": "policy",
        "told": "service",
        "towns": "wording",
        "uploads": "api",
        "when": "policy",
        "writing": "policy",
        "zones": "policy",
    },
    "gate": {"passes": "service", "posters": "api", "verdict": "policy"},
    "guardians": {
        "birthdays": "service",
        "dependents": "service",
        "invitations": "service",
        "newcomers": "service",
    },
    "registrations": {"announcements": "service", "pricing": "policy"},
    "payments": {
        "board": "service",
        "books": "service",
        "by_hand": "service",
        "cards": "service",
        "checks": "service",
        "idempotency": "service",
        "ledger": "service",
        "orders": "service",
        "perks": "service",
        "plans": "models",
        "promises": "service",
        "seats": "service",
    },
    "uploads": {
        "beginning": "service",
        "examining": "service",
        "kinds": "schemas",
        "parts": "service",
        "probing": "service",
        "sweeping": "service",
        "videos": "policy",
    },
    "media": {"filing": "service", "youtube": "policy"},
    "waivers": {"notice": "policy", "pdf": "view", "signing": "policy"},
}
PAGE_NOUNS: dict[str, dict[str, str]] = {"calendar": {"month": "view"}, "event": {"place": "view"}}
CONSOLE = "admin"
"""The folder of `pages/` that holds pages itself: `pages/admin/letters` shows `/admin/letters`."""
OF_CONSOLE = "console"
"""The folder of what all of these pages share: it imports slices, and only they import it."""
OF_CONSOLE_NOUNS = {"log": "service", "system": "service", "watching": "service"}


def role_of(module: Module) -> str:
    """A module's role, such as 'service' or 'state'; empty for a name without a role."""
    return role_of_parts(module.parts)


def role_of_parts(parts: tuple[str, ...]) -> str:
    """The role of an import's parts, which may end in the name of a value."""
    if parts[0] == "pages":
        return _page_role(page_of(parts), parts[1 + len(page_of(parts)) :])
    word = parts[1] if len(parts) > 1 else ""
    if parts[0] in SLICES and word not in SLICE_ROLES:
        return NOUNS.get(parts[0], {}).get(word, "")
    if parts[0] == OF_CONSOLE:
        return word if word in SLICE_ROLES else OF_CONSOLE_NOUNS.get(word, "")
    return word or parts[0]


def page_of(parts: tuple[str, ...]) -> tuple[str, ...]:
    """The page that a module below `pages/` belongs to: ('event',) or ('admin', 'letters')."""
    return parts[1:3] if parts[1:2] == (CONSOLE,) else parts[1:2]


def _page_role(page: tuple[str, ...], words: tuple[str, ...]) -> str:
    """A file's role within its page. A page of one file has the role `page`."""
    if not words:
        return "page"
    return words[0] if words[0] in PAGE_ROLES else PAGE_NOUNS.get(page[0], {}).get(words[0], "")
