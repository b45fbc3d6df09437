"""The contrast of two colors, as WCAG 2 defines it."""

from collections.abc import Sequence


def ratio(one: Sequence[int], other: Sequence[int]) -> float:
    """The contrast of two colors, each of red, green and blue from 0 to 255."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(color: Sequence[int]) -> float:
    """The relative luminance of a color, from 0 to 1."""
    parts = (one / 255 for one in color)
    red, green, blue = (
        one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
