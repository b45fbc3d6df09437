"""Every permission (`scope:resource:action`), and the role that holds it."""

from enum import StrEnum


class Permission(StrEnum):
    """The scope says how far it reaches: `own`, `member` (what members may see), or `all`."""

    ALL_ACCOUNT_CREATE = "all:account:create"
    ALL_ACCOUNT_READ = "all:account:read"
    ALL_ACCOUNT_UPDATE = "all:account:update"
    ALL_AUDIT_READ = "all:audit:read"
    ALL_CHAPTER_CREATE = "all:chapter:create"
    ALL_CHAPTER_DELETE = "all:chapter:delete"
    ALL_CHAPTER_READ = "all:chapter:read"
    ALL_CHAPTER_UPDATE = "all:chapter:update"
    ALL_EVENT_CREATE = "all:event:create"
    ALL_EVENT_READ = "all:event:read"
    ALL_JOB_START = "all:job:start"
    ALL_LETTER_READ = "all:letter:read"
    ALL_LETTER_UPDATE = "all:letter:update"
    ALL_MEDIA_CREATE = "all:media:create"
    ALL_MEDIA_DELETE = "all:media:delete"
    ALL_MEDIA_READ = "all:media:read"
    ALL_MEDIA_UPDATE = "all:media:update"
    ALL_NOTIFICATION_CREATE = "all:notification:create"
    ALL_NOTIFICATION_DELETE = "all:notification:delete"
    ALL_NOTIFICATION_READ = "all:notification:read"
    ALL_NOTIFICATION_UPDATE = "all:notification:update"
    ALL_REGISTRATION_CREATE = "all:registration:create"
    ALL_REGISTRATION_READ = "all:registration:read"
    ALL_REPORT_READ = "all:report:read"
    ALL_REPORT_UPDATE = "all:report:update"
    ALL_REQUEST_READ = "all:request:read"
    ALL_REQUEST_UPDATE = "all:request:update"
    ALL_PAYMENT_CREATE = "all:payment:create"
    ALL_PAYMENT_READ = "all:payment:read"
    ALL_PROGRESS_AWARD = "all:progress:award"
    ALL_PROGRESS_READ = "all:progress:read"
    ALL_PROGRESS_UNDO = "all:progress:undo"
    ALL_RESOURCE_CREATE = "all:resource:create"
    ALL_RESOURCE_DELETE = "all:resource:delete"
    ALL_RESOURCE_READ = "all:resource:read"
    ALL_RESOURCE_UPDATE = "all:resource:update"
    ALL_ROLE_CREATE = "all:role:create"
    ALL_ROLE_READ = "all:role:read"
    ALL_SYSTEM_READ = "all:system:read"
    ALL_UPLOAD_CREATE = "all:upload:create"
    MEMBER_ATTENDANCE_READ = "member:attendance:read"
    MEMBER_CHAPTER_READ = "member:chapter:read"
    MEMBER_EVENT_READ = "member:event:read"
    MEMBER_MEDIA_READ = "member:media:read"
    MEMBER_NOTIFICATION_READ = "member:notification:read"
    MEMBER_RESOURCE_READ = "member:resource:read"
    MEMBER_UPLOAD_READ = "member:upload:read"
    OWN_ACCOUNT_DELETE = "own:account:delete"
    OWN_ACCOUNT_EXPORT = "own:account:export"
    OWN_ACCOUNT_READ = "own:account:read"
    OWN_ACCOUNT_UPDATE = "own:account:update"
    OWN_ACCOUNT_WELCOME = "own:account:welcome"
    OWN_EVENT_ACCEPT = "own:event:accept"
    OWN_EVENT_CREATE = "own:event:create"
    OWN_EVENT_DELETE = "own:event:delete"
    OWN_EVENT_UPDATE = "own:event:update"
    OWN_PAYMENT_CREATE = "own:payment:create"
    OWN_PAYMENT_READ = "own:payment:read"
    OWN_PROGRESS_READ = "own:progress:read"
    OWN_QUESTION_ANSWER = "own:question:answer"
    OWN_REGISTRATION_CHECK = "own:registration:check"
    OWN_REGISTRATION_CREATE = "own:registration:create"
    OWN_REGISTRATION_DELETE = "own:registration:delete"
    OWN_REGISTRATION_READ = "own:registration:read"
    OWN_REGISTRATION_SETTLE = "own:registration:settle"
    OWN_SHEET_CREATE = "own:sheet:create"
    OWN_SHEET_DELETE = "own:sheet:delete"
    OWN_SHEET_READ = "own:sheet:read"


ADMIN = frozenset(Permission)
MEMBER = frozenset(p for p in Permission if not p.startswith("all:"))
_PEOPLE = frozenset({Permission.MEMBER_ATTENDANCE_READ, Permission.MEMBER_CHAPTER_READ})
"""The permissions to read about other members: before the welcome, anybody may have signed in."""
BEFORE_WELCOME = frozenset(p for p in Permission if p.endswith(":read")) - _PEOPLE | {
    Permission.OWN_ACCOUNT_DELETE,
    Permission.OWN_ACCOUNT_EXPORT,
    Permission.OWN_ACCOUNT_WELCOME,
}
"""The permissions of a member before the welcome is finished."""
NOBODY: frozenset[Permission] = frozenset()
