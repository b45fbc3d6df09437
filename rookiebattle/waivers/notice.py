"""The notice that the form for minors must hold, and what a text lacks of it. Pure."""

import re

from rookiebattle.core.values.markdown import words_of_markdown

FLORIDA = """\
NOTICE TO THE MINOR CHILD’S NATURAL GUARDIAN

READ THIS FORM COMPLETELY AND CAREFULLY. YOU ARE AGREEING TO LET YOUR MINOR CHILD ENGAGE IN A \
POTENTIALLY DANGEROUS ACTIVITY. YOU ARE AGREEING THAT, EVEN IF (name of released party or parties) \
USES REASONABLE CARE IN PROVIDING THIS ACTIVITY, THERE IS A CHANCE YOUR CHILD MAY BE SERIOUSLY \
INJURED OR KILLED BY PARTICIPATING IN THIS ACTIVITY BECAUSE THERE ARE CERTAIN DANGERS INHERENT IN \
THE ACTIVITY WHICH CANNOT BE AVOIDED OR ELIMINATED. BY SIGNING THIS FORM YOU ARE GIVING UP YOUR \
CHILD’S RIGHT AND YOUR RIGHT TO RECOVER FROM (name of released party or parties) IN A LAWSUIT FOR \
ANY PERSONAL INJURY, INCLUDING DEATH, TO YOUR CHILD OR ANY PROPERTY DAMAGE THAT RESULTS FROM THE \
RISKS THAT ARE A NATURAL PART OF THE ACTIVITY. YOU HAVE THE RIGHT TO REFUSE TO SIGN THIS FORM, AND \
(name of released party or parties) HAS THE RIGHT TO REFUSE TO LET YOUR CHILD PARTICIPATE IF YOU \
DO NOT SIGN THIS FORM."""
"""The statement of Florida Statutes 744.301(3)(b). Words in parentheses stand for a name."""

QUOTED = "Make it a quote, with “>” before each line: quotes are shown five points larger."
MISSING = (
    f"The form for minors needs the notice of Florida Statutes 744.301(3), word for word. {QUOTED}"
)
OF_THE_CLUB = f"The form for minors needs the notice of this club, word for word. {QUOTED}"
NOT_A_QUOTE = f"The notice must stand out from the rest of the text. {QUOTED}"
NOT_ALONE = "Only the notice may be a quote, because it must be larger than all other text."
NOT_CAPITALS = "The whole notice must be in capitals, with your club’s name in place of (…)."
_NAMES = re.compile(r"\([^)]*\)")
_EVEN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})


def lacking(text: str, notice: str) -> str:
    """The sentence about what a form for minors lacks of this notice; empty if nothing.

    An empty notice asks for nothing. Something else stands for each parenthesis of the notice.
    """
    if not notice:
        return ""
    parts = _NAMES.split(" ".join(notice.translate(_EVEN).split()))
    wanted = re.compile("(.{2,200}?)".join(map(re.escape, parts)), re.IGNORECASE)
    quoted, others = (words.translate(_EVEN) for words in words_of_markdown(text))
    if not wanted.search(quoted):
        if wanted.search(others) or wanted.search(f"{others} {quoted}"):
            return NOT_A_QUOTE
        return MISSING if notice == FLORIDA else OF_THE_CLUB
    if not (alone := wanted.fullmatch(quoted)):
        return NOT_ALONE
    is_loud = all(part == part.upper() for part in parts)
    is_filled = not any(name.startswith("(") for name in alone.groups())
    return "" if is_filled and (not is_loud or quoted == quoted.upper()) else NOT_CAPITALS
