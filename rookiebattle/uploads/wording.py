"""The sentences about uploads."""

WRONG_TYPE = (
    "We can’t show this kind of file. Please choose a JPEG, PNG, WebP, GIF or AVIF "
    "picture, or an MP4, WebM or MOV video."
)
EMPTY = "This file is empty"
NOT_SENT = "Failed to upload file"
BROKEN_VIDEO = "This video is damaged or incomplete. Please export it again as an MP4."
NO_PICTURES = "We can’t show the picture of this video. Please choose another file."
TOO_LARGE = "A file can be at most {most} MB."
MISSING = "This file doesn’t exist."
NO_PICTURE = "Please choose a picture, not a video."
NOT_YOURS = "You didn’t upload this file, or it’s gone. Please upload it again."
NOT_ARRIVED = "The file has not arrived yet. Please upload it again."
OTHER_SIZE = "The file isn’t the size we expected. Please start a new upload."
OTHER_TYPE = "The file isn’t the type we expected. Please start a new upload."
COMPLETED = "This upload is already complete."
WRONG_NUMBERS = "Parts are numbered from 1 to 10000. At most 100 are asked for at once."
CLAIMED_BEFORE = "This file was already uploaded. Please start a new upload."
USED = "This file is already in use. Please upload it again."
TOO_MUCH_TODAY = (
    "You can upload at most {most:,} MB in 24 hours, and this file would make it more. Please "
    "upload it tomorrow."
)
TOO_MANY_TODAY = (
    "You’ve started {most:,} uploads in the last 24 hours. Please upload more files tomorrow."
)


def too_large(most_bytes: int) -> str:
    return TOO_LARGE.format(most=most_bytes // (1024 * 1024))
