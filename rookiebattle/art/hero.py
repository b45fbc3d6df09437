"""The landing picture: two fencers before the sun; a wide crop and one for phones."""

from rookiebattle.art.crest import LEAF, MIRROR
from rookiebattle.art.landscape import BOTTOM, LEFT, RIGHT, TOP, Scene, landscape
from rookiebattle.art.svg import circle, element, group, path

PHONE = (225.0, 20.0, 1120.0, 940.0)

ATTACKER = (
    "M420 580V470C420 440 438 419 470 407C500 396 520 384 541 354L612 300Q630 300 640 318L634 338"
    "L606 398L619 430C598 452 574 482 562 512L531 504L511 580z"
)
ATTACKER_LEGS = (
    "M414 588L513 590C560 630 622 692 635 735L650 806C630 820 600 824 568 818C554 780 530 735 478 "
    "714C440 728 395 774 362 822C330 824 290 814 264 800C300 712 360 638 414 588z"
)
ATTACKER_FOLDS = (
    "M439 610C390 655 340 730 305 802M455 636C410 680 370 740 341 812M459 610C500 640 535 690 552 "
    "745M485 605C540 650 585 730 599 806"
)
DEFENDER = (
    "M848 570L842 505C828 532 808 546 788 548L796 455L832 432C846 421 856 419 866 420L868 400L893 "
    "402L897 411L945 360L921 312L898 296L908 274L953 294L952 311L978 348C1008 356 1021 378 1020 405"
    "C1016 440 1000 470 985 497L943 491L936 570z"
)
DEFENDER_LEGS = (
    "M843 585L944 585C985 650 1032 732 1057 804C1035 817 1000 824 968 822C954 780 925 745 886 718"
    "C858 745 838 780 830 818C800 824 770 818 748 808C756 738 790 650 843 585z"
)
DEFENDER_FOLDS = (
    "M876 605C835 670 808 740 795 811M897 611C865 660 848 705 841 745M902 611C950 670 1000 740 "
    "1020 806M900 641C940 690 975 750 990 814"
)


def hero(scene: Scene) -> str:
    """The whole width, for desktops."""
    return _cropped(scene, LEFT, TOP, RIGHT, BOTTOM)


def hero_phone(scene: Scene) -> str:
    """The fencers alone, for phones."""
    return _cropped(scene, *PHONE)


def fencers(scene: Scene) -> str:
    """Both fencers with their shadows, swords and shield."""
    shadows = "".join(
        element("ellipse", cx=x, cy=840, rx=rx, ry=13, fill=scene.shade)
        for x, rx in ((461, 219), (885, 190))
    )
    return shadows + _attacker(scene) + _defender(scene)


def _cropped(scene: Scene, left: float, top: float, right: float, bottom: float) -> str:
    box = f"{left:g} {top:g} {right - left:g} {bottom - top:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" '
        f'preserveAspectRatio="xMaxYMax slice">\n{landscape(scene)}\n{fencers(scene)}\n</svg>\n'
    )


def _attacker(scene: Scene) -> str:
    headband = "M484 362Q488 350 517 348Q540 350 547 358L546 371Q520 362 487 374z"
    tails = "M488 360Q450 368 424 362Q452 376 484 374zM490 372Q460 380 439 399Q470 394 492 376z"
    return "".join(
        (
            _feet((281, 836, 335), (597, 836, 655), scene.ink, ((300, 806), (606, 812))),
            path(ATTACKER_LEGS, fill=scene.cloth),
            _folds(ATTACKER_FOLDS, scene),
            path("M402 394Q420 372 470 368L486 366L488 388Q440 372 402 394z", fill=scene.ink),
            circle(516, 366, 32, fill=scene.ink),
            path(ATTACKER, fill=scene.ink),
            path(headband + tails, fill=scene.paper),
            path("M472 420C496 460 505 510 508 564M570 368C595 384 611 405 617 430",
                 fill="none", stroke=scene.fold, stroke_width=4, stroke_linecap="round",
                 opacity=0.5),
            path("M417 567L512 572L513 593L434 592C404 606 390 628 386 652L372 650C376 622 392 600 "
                 "414 588z", fill=scene.gold),
            _sword(scene, "M645 296L817 92", "M617 296L651 324"),
        )
    )  # fmt: skip


def _defender(scene: Scene) -> str:
    bun = element("ellipse", cx=898, cy=331, rx=18, ry=26, transform="rotate(40 898 331)",
                  fill=scene.ink)  # fmt: skip
    return "".join(
        (
            _feet((738, 838, 796), (985, 838, 1043), scene.ink, ((790, 808), (1022, 812))),
            path(DEFENDER_LEGS, fill=scene.dark_cloth),
            _folds(DEFENDER_FOLDS, scene),
            _sword(scene, "M893 266L719 64", "M889 294L922 264"),
            bun,
            path(DEFENDER, fill=scene.ink),
            circle(869, 376, 33, fill=scene.ink),
            path("M837 371Q869 360 901 370V379Q869 371 837 382z", fill=scene.paper),
            path("M856 420C884 460 898 510 902 562M962 348C992 354 1012 372 1016 402",
                 fill="none", stroke=scene.fold, stroke_width=4, stroke_linecap="round",
                 opacity=0.5),
            path("M846 567L939 567L944 587L843 587z", fill=scene.sash),
            _shield(scene),
        )
    )  # fmt: skip


def _shield(scene: Scene) -> str:
    disc = [
        element("ellipse", rx=64, ry=106, cx=4, fill=scene.ink),
        element("ellipse", rx=57, ry=98, fill=scene.cloth),
        element("ellipse", rx=43, ry=78, fill="none", stroke=scene.paper, stroke_width=5),
    ]
    leaf = path(LEAF, fill=scene.paper)
    crest = group(
        circle(48, 27, 10, fill=scene.paper), leaf, group(leaf, transform=MIRROR),
        transform="scale(.92 1.3) translate(-48 -50)",
    )  # fmt: skip
    return group(*disc, crest, transform="translate(733 482) rotate(-4)")


def _sword(scene: Scene, blade: str, guard: str) -> str:
    foam = path(blade, stroke=scene.cloth, stroke_width=25, stroke_linecap="round")
    return foam + path(guard, stroke=scene.ink, stroke_width=14, stroke_linecap="round")


def _folds(lines: str, scene: Scene) -> str:
    return path(
        lines, fill="none", stroke=scene.fold, stroke_width=3.5, stroke_linecap="round",
        opacity=0.35,
    )  # fmt: skip


def _feet(
    left: tuple[int, int, int],
    right: tuple[int, int, int],
    ink: str,
    ankles: tuple[tuple[int, int], tuple[int, int]],
) -> str:
    """Two shoes, each a stroke from heel to toe, and the ankles above them."""
    shoes = "".join(f"M{x} {y}L{end} {y}" for x, y, end in (left, right))
    shins = "".join(f"M{x} {y}V834" for x, y in ankles)
    return path(shoes, stroke=ink, stroke_width=20, stroke_linecap="round") + path(
        shins, stroke=ink, stroke_width=28
    )
