"""Writes every picture into `assets/`."""

from pathlib import Path

from rookiebattle.ui.art.catalogue import drawings

ASSETS = Path(__file__).resolve().parents[3] / "assets"


def main() -> None:
    for name, text in drawings().items():
        file = ASSETS / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
