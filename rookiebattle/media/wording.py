"""The words of media: labels, empty texts, sentences, and an item in the words of the log. Pure."""

from zoneinfo import ZoneInfo

from rookiebattle.core.values.dates import month_short
from rookiebattle.core.values.text import clipped
from rookiebattle.events.wording import counted
from rookiebattle.media.models import OF_YOUTUBE, Category, MediaType
from rookiebattle.media.schemas import EventChoice, MediaRead
from rookiebattle.uploads.wording import NOT_SENT

LONGEST_OF_EVENT = 200
GALLERY = "Media Gallery"
MISSING = "This item doesn’t exist."
SOME_MISSING = "One of these items is gone. The gallery was loaded again."
REPEATED = "Each item can stand in one place only"
NOT_YOUTUBE = "Please enter a valid YouTube URL"
YOUTUBE_FOUND = "✓ Valid YouTube URL detected"
NOT_PROCESSED = "YouTube video processing failed. Please try again."
NO_FILE = "Please upload a file first"
ASK_TITLE = "Enter a title, or choose an event to name it after"
NOT_HERE_YET = "You can add a file as soon as it’s uploaded."
TOO_MANY_WAIT = "{most} files still need details. Add them to some, then upload this one again."
SENT = "File uploaded successfully. Complete the media details."
LOST = "A file from your draft is gone. Please upload it again."
OFFICIAL_FIRST = "Official pictures stay first. You can move and pin the others."
NO_POSTER = "A video’s still must be a picture"
NO_EVENT = "That event isn’t there anymore"
GONE = (
    "Someone deleted this item while you were editing it, so it can’t be saved. Copy anything you "
    "still need, then close this window."
)

NOT_ADDED, NOT_CHANGED = "Failed to upload media", "Failed to update media"
NOT_DELETED, NOT_SORTED = "Failed to delete media", "Failed to reorder media"
NOT_PINNED = "Failed to update pin status"

ASK_EVENT = "Files without a title of their own are named after it."
ALT = "Text for screen readers"
ASK_ALT = "Describe it for people who can’t see it: “Two fighters cross swords on a pier.”"
ASK_TAGS = "Press Enter after each tag. Tags help people find photos and videos that go together."
PINNED, UNPINNED, MEMBERS = "Pinned", "Unpinned", "Members"
IN_PICTURES, MORE_MEDIA = "In Pictures", "See the media gallery"
MORE_OF_EVENT = "See all photos and videos of this event"
NEW_TAB = " (opens in a new tab)"
PHOTO, VIDEO, YOUTUBE = "Photo", "Video", "YouTube"
CATEGORIES = {
    Category.GENERAL: "General",
    Category.TRAINING: "Training",
    Category.EVENTS: "Events",
    Category.TOURNAMENTS: "Tournaments",
}


def type_label(media_type: str, mime_type: str | None) -> str:
    """The badge of an item: 'Photo', 'YouTube' or 'Video'."""
    if mime_type == OF_YOUTUBE:
        return YOUTUBE
    return VIDEO if media_type == MediaType.VIDEO else PHOTO


def loss_words(media_type: str, mime_type: str | None) -> str:
    """The loss that the question before deleting names: of YouTube only a link is here."""
    if mime_type == OF_YOUTUBE:
        gone = "The link will be gone from the gallery; the video stays on YouTube."
    else:
        what = "video" if media_type == MediaType.VIDEO else "picture"
        gone = f"The {what} will be gone from the gallery, and so will its file here."
    return f"{gone} This can’t be undone."


def category_label(category: str) -> str:
    """A category's name; one that no longer exists is shown by its own name."""
    known = {str(key): label for key, label in CATEGORIES.items()}
    return known.get(category) or category.replace("-", " ").title()


def views_words(count: int) -> str:
    return counted(count, "view") if count else ""


def event_words(event: EventChoice) -> str:
    """'Tidewall Dojo Park Day, Nov 21', short enough for a number behind it."""
    day = event.start_at.astimezone(ZoneInfo(event.zone)).date()
    return f"{clipped(event.title, LONGEST_OF_EVENT)}, {month_short(day)} {day.day}"


def numbered(words: str, number: int) -> str:
    """The title of one of several items: 'Tidewall Dojo Park Day, Nov 21 · 1'."""
    return f"{words} · {number}" if words else ""


def added_words(count: int) -> str:
    return "Media uploaded successfully!" if count == 1 else f"{count} items added to the gallery!"


def sent_words(waiting: int) -> tuple[str, str]:
    """The title and the text of the toast after the last of the chosen files was stored."""
    if waiting == 1:
        return "File Uploaded", SENT
    return "Files Uploaded", f"{waiting} files uploaded. Add details to each, or add them all."


def missed_words(waiting: int) -> str:
    """The text of the toast after the last of the chosen files failed and others were stored."""
    if waiting == 0:
        return NOT_SENT
    others = "The other file was" if waiting == 1 else f"The other {waiting} files were"
    return f"{NOT_SENT}. {others} uploaded."


def told_of(item: MediaRead) -> dict[str, str]:
    return {
        "Title": item.title,
        "Description": item.description or "",
        ALT: item.alt_text or "",
        "Type": type_label(item.media_type, item.mime_type),
        "Category": category_label(item.category),
        "Tags": ", ".join(item.tags),
        "File": item.file_name,
        "Visible to": "Everyone" if item.is_public else "Members only",
        "Pinned": "Yes" if item.is_pinned else "",
    }
