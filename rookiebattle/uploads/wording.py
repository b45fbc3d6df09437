"""The sentences about uploads."""

WRONG_TYPE = (
    "This is not a picture or video that we can show. Please choose a JPEG, PNG, WebP, GIF or AVIF "
    "picture, or an MP4, WebM or MOV video."
)
EMPTY = "This file is empty"
NOT_SENT = "Failed to upload file"
BROKEN_VIDEO = "This video is damaged or incomplete. Please export it again as an MP4."
NO_PICTURES = "This video has no picture that we can show. Please choose another file."
TOO_LARGE = "A file may have at most {most} MB."
MISSING = "This file does not exist."
NOT_YOURS = "This file was not uploaded by you, or it is gone. Please upload it again."
NOT_ARRIVED = "The file has not arrived yet. Please upload it again."
OTHER_SIZE = "The file does not have the size that was announced. Please begin a new upload."
OTHER_TYPE = "The file does not have the type that was announced. Please begin a new upload."
COMPLETED = "This upload is complete already."
WRONG_NUMBERS = "Parts are numbered from 1 to 10000. At most 100 are asked for at once."
CLAIMED_BEFORE = "This file was uploaded before. Please begin a new upload."
USED = "This file is already in use. Please upload it again."
TOO_MUCH_TODAY = (
    "You have uploaded so much in the last 24 hours that this file would make it more than "
    "{most:,} MB. Please upload it tomorrow."
)
TOO_MANY_TODAY = (
    "You have begun {most:,} uploads in the last 24 hours. Please upload more files tomorrow."
)


def too_large(most_bytes: int) -> str:
    """The limit of a file's size, as a sentence."""
    return TOO_LARGE.format(most=most_bytes // (1024 * 1024))
