"""Small videos, built of their boxes: no decoder looks at them, only our own checks."""


def box(kind: bytes, content: bytes = b"") -> bytes:
    return (8 + len(content)).to_bytes(4, "big") + kind + content


def mp4(*, brand: bytes = b"isom", place: bytes = b"", size: int = 0) -> bytes:
    """A video; with a place in its metadata, as phones write it. `size` is the whole length."""
    metadata = box(b"udta", box(b"\xa9xyz", place)) + box(b"meta", place) if place else b""
    track = box(b"trak", box(b"tkhd", bytes(84)) + metadata)
    start = box(b"ftyp", brand + bytes(4) + brand)
    start += box(b"moov", box(b"mvhd", bytes(100)) + track + metadata)
    return start + box(b"mdat", bytes(max(16, size - len(start) - 8)))


def element(name: bytes, content: bytes) -> bytes:
    """An element of WebM with a size of eight bytes."""
    return name + b"\x01" + len(content).to_bytes(7, "big") + content


def webm(*, place: bytes = b"") -> bytes:
    header = b"\x1aE\xdf\xa3" + b"\x87" + b"B\x82\x84webm"
    tags = element(b"\x12T\xc3g", place) if place else b""
    return header + element(b"\x18S\x80g", tags + element(b"\x1fC\xb6u", bytes(50)))
