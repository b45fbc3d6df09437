"""The path of every drawn file."""

from rookiebattle.art import landscape
from rookiebattle.art.beads import bead_sprite
from rookiebattle.art.crest import NIGHT, PAPER, crest, favicon
from rookiebattle.art.emptiness import empty_sprite
from rookiebattle.art.gallery import OFFICIAL, drawn
from rookiebattle.art.hero import hero, hero_phone
from rookiebattle.art.icons import chevron, sprite
from rookiebattle.art.map import outlines
from rookiebattle.art.path_crests import crest_sprite
from rookiebattle.art.pattern import seigaiha, waves
from rookiebattle.art.svg import picture


def drawings() -> dict[str, str]:
    """Path inside `assets/` and content of every drawn file."""
    return {
        "favicon.svg": favicon(),
        "art/crest.svg": picture(96, 96, crest(PAPER)),
        "art/crest-dark.svg": picture(96, 96, crest(NIGHT)),
        "art/hero.svg": hero(landscape.DAY),
        "art/hero-dark.svg": hero(landscape.NIGHT),
        "art/hero-phone.svg": hero_phone(landscape.DAY),
        "art/hero-phone-dark.svg": hero_phone(landscape.NIGHT),
        "art/icons.svg": sprite(),
        "art/paths.svg": crest_sprite(),
        "art/beads.svg": bead_sprite(),
        "art/empty.svg": empty_sprite(),
        "art/chevron.svg": chevron(),
        "art/map.svg": outlines(),
        "art/seigaiha.svg": seigaiha(),
        "art/waves.svg": waves(),
        **{f"art/{name}.svg": drawn(one) for name, one in OFFICIAL.items()},
    }
