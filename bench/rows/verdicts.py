"""P17: Lighthouse on every public page and, signed in, on the dashboard and the account."""

from collections.abc import Mapping

from bench import data, lighthouse
from bench.lab import Lab
from bench.lighthouse import Verdict
from bench.plan import Goal, Line, Plan
from bench.rows.pages import PAGES

LEAST = 0.95
OF_MEMBERS = {"dashboard": "/", "account": "/account"}


def of_lighthouse(_plan: Plan, lab: Lab) -> list[Line]:
    """One line for each category; a page that answers 404 is nothing Lighthouse judges."""
    lighthouse.install()
    ours = lab.ours(lab.database(data.Size()))
    url, folder = f"http://localhost:{ours.port}", lab.new_folder()
    with lighthouse.chromium(folder) as port:

        def judged(name: str, path: str) -> Verdict:
            report = folder / f"{name.strip('/').replace('/', '-') or 'home'}.json"
            return lighthouse.judge(port, url + path, report)

        public = {page.name: judged(page.name, page.path) for page in PAGES if page.status == 200}
        lighthouse.sign_in(port, url, data.cookie(0))
        private = {name: judged(name, path) for name, path in OF_MEMBERS.items()}
    everywhere = {**public, **private}
    # What nobody but its member can open is not for search engines.
    asked = {"accessibility": everywhere, "best-practices": everywhere, "seo": public}
    return [_line(category, pages) for category, pages in asked.items()]


def _line(category: str, pages: Mapping[str, Verdict]) -> Line:
    scores = {name: verdict.scores[category] for name, verdict in pages.items()}
    worst = min(scores, key=lambda name: scores[name])
    told = ", ".join(f"{name} {100 * score:.0f}" for name, score in scores.items())
    wrong = {
        f"{name}: {title}" for name, verdict in pages.items() for title in verdict.wrong[category]
    }
    return Line(
        row="P17",
        what=f"Lighthouse, {category}, worst page ({worst})",
        ratio=scores[worst],
        goal=Goal(least=LEAST),
        ours=100 * scores[worst],
        baseline=100,
        unit="points",
        low=scores[worst],
        high=max(scores.values()),
        notes=[told, *sorted(wrong)],
    )
