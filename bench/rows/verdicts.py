"""P17: Lighthouse on every public page and, signed in, on the pages of members and the console."""

from collections.abc import Iterator, Mapping

from bench import data, lighthouse
from bench.app import FOUND, PAGES_OF_ADMINISTRATORS, PAGES_OF_MEMBERS
from bench.lab import Lab
from bench.lighthouse import Verdict
from bench.plan import Goal, Line, Plan
from bench.rows.pages import PAGES

WHOLE, FAST = Goal(least=1.0), Goal(least=0.95)


def of_lighthouse(_plan: Plan, lab: Lab) -> Iterator[Line]:
    """The speed of each page, then one line for each other category.

    Lighthouse judges no page that answers 404. Search engines never see the pages of members.
    """
    lighthouse.install()
    ours = lab.ours(lab.database(data.Size()))
    url, folder = f"http://localhost:{ours.port}", lab.new_folder()
    verdicts = dict[str, Verdict]()
    public = {page.name: page.path for page in PAGES if page.status == FOUND}
    with lighthouse.chromium(folder) as port:
        for name, path in {**public, **PAGES_OF_MEMBERS, **PAGES_OF_ADMINISTRATORS}.items():
            if name not in public:
                member = data.ADMINISTRATOR if name in PAGES_OF_ADMINISTRATORS else 0
                lighthouse.sign_in(port, url, data.cookie(member))
            report = folder / f"{len(verdicts)}.json"
            verdicts[name] = lighthouse.judge(port, url + path, report)
            yield _line("performance", {name: verdicts[name]}, FAST)
    everyones = {name: verdicts[name] for name in public}
    yield _line("accessibility", verdicts, WHOLE)
    yield _line("best-practices", verdicts, WHOLE)
    yield _line("seo", everyones, WHOLE)


def _line(category: str, pages: Mapping[str, Verdict], goal: Goal) -> Line:
    scores = {name: verdict.scores[category] for name, verdict in pages.items()}
    worst = min(scores, key=lambda name: scores[name])
    wrong = {
        f"{name}: {title}" for name, verdict in pages.items() for title in verdict.wrong[category]
    }
    told = ", ".join(f"{name} {100 * score:.0f}" for name, score in scores.items())
    of = worst if len(pages) == 1 else f"worst page ({worst})"
    return Line(
        row="P17",
        what=f"Lighthouse, {category}, {of}",
        ratio=scores[worst],
        goal=goal,
        ours=100 * scores[worst],
        baseline=100,
        unit="points",
        low=scores[worst],
        high=max(scores.values()),
        notes=[*([told] if len(pages) > 1 else []), *sorted(wrong)],
    )
