"""Functions that write SVG as strings; attribute names use underscores."""


def element(tag: str, *children: str, **attributes: object) -> str:
    """One element; without children it closes itself."""
    head = "".join(f' {name.replace("_", "-")}="{_value(v)}"' for name, v in attributes.items())
    return f"<{tag}{head}>{''.join(children)}</{tag}>" if children else f"<{tag}{head}/>"


def picture(width: int, height: int, *children: str) -> str:
    """A whole file."""
    body = "\n".join(children)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">\n{body}\n</svg>\n'
    )


def path(d: str, **attributes: object) -> str:
    """A filled or stroked path."""
    return element("path", d=d, **attributes)


def circle(x: float, y: float, r: float, **attributes: object) -> str:
    """A circle around (x, y)."""
    return element("circle", cx=x, cy=y, r=r, **attributes)


def group(*children: str, **attributes: object) -> str:
    """Parts that share attributes."""
    return element("g", *children, **attributes)


def _value(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
