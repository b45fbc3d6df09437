"""The parts of a row: two sides measured in turn, their ratio, and the goal."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from statistics import median

ROUNDS, SECONDS = 5, 1.0


@dataclass(frozen=True, slots=True)
class Plan:
    """How often and how long each side is measured."""

    rounds: int = ROUNDS
    seconds: float = SECONDS

    @property
    def is_thorough(self) -> bool:
        """Whether the run is long enough to replace an earlier result."""
        return self.rounds >= ROUNDS and self.seconds >= SECONDS

    @property
    def effort(self) -> float:
        """How much longer than usual the run takes; never less than 1."""
        return max(1.0, self.rounds / ROUNDS) * max(1.0, self.seconds / SECONDS)


@dataclass(frozen=True, slots=True)
class Sample:
    """One measurement of one side; `cpu_ms` is the server's processor time per request."""

    value: float
    cpu_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class Goal:
    """`Goal(least=0.8)` or `Goal(most=1.5)`; a line with `Goal()` is only shown."""

    least: float | None = None
    most: float | None = None

    def met(self, ratio: float) -> bool:
        above = self.least is None or ratio >= self.least
        return above and (self.most is None or ratio <= self.most)

    def __str__(self) -> str:
        if self.least is None and self.most is None:
            return "none"
        return f"≥ {self.least:g}" if self.least is not None else f"≤ {self.most:g}"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table. `ours` and `baseline` are the medians in `unit`."""

    row: str
    what: str
    ratio: float
    goal: Goal
    ours: float
    baseline: float
    unit: str
    low: float
    high: float
    notes: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return self.goal.met(self.ratio)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The lines that a row recorded, and the reason if there are no more."""

    row: str
    seconds: float
    lines: list[Line] = field(default_factory=list)
    problem: str = ""


Side = Callable[[], Sample]


def compare(
    row: str, what: str, *, ours: Side, baseline: Side, goal: Goal, unit: str, plan: Plan
) -> Line:
    """Measure both sides in turn, with a changing order; the ratio comes from each round."""
    ours(), baseline()  # the first answers of a process are no measure of it
    pairs = [_in_turn(ours, baseline, number) for number in range(plan.rounds)]
    return of_pairs(row, what, pairs=pairs, goal=goal, unit=unit)


def compare_each(
    row: str, ours: Mapping[str, Side], *, baseline: Side, goal: Goal, unit: str, plan: Plan
) -> list[Line]:
    """Measure the baseline once a round, and after it every one of `ours` (what → side).

    For sides that take long to measure and share a baseline.
    """
    pairs: dict[str, list[tuple[Sample, Sample]]] = {what: [] for what in ours}
    for _ in range(plan.rounds + 1):
        theirs = baseline()
        for what, side in ours.items():
            pairs[what].append((side(), theirs))
    return [
        of_pairs(row, what, pairs=found[1:], goal=goal, unit=unit) for what, found in pairs.items()
    ]


def _in_turn(ours: Side, baseline: Side, number: int) -> tuple[Sample, Sample]:
    if number % 2:
        theirs, mine = baseline(), ours()
    else:
        mine, theirs = ours(), baseline()
    return mine, theirs


def of_pairs(
    row: str, what: str, *, pairs: list[tuple[Sample, Sample]], goal: Goal, unit: str
) -> Line:
    """The line of rounds that were measured in pairs."""
    ratios = [mine.value / theirs.value for mine, theirs in pairs]
    return Line(
        row=row,
        what=what,
        ratio=median(ratios),
        goal=goal,
        ours=median(mine.value for mine, _ in pairs),
        baseline=median(theirs.value for _, theirs in pairs),
        unit=unit,
        low=min(ratios),
        high=max(ratios),
        notes=_cpu(pairs),
    )


def _cpu(pairs: list[tuple[Sample, Sample]]) -> list[str]:
    if not all(mine.cpu_ms and theirs.cpu_ms for mine, theirs in pairs):
        return []
    mine, theirs = median(m.cpu_ms for m, _ in pairs), median(t.cpu_ms for _, t in pairs)
    ratio = median(m.cpu_ms / t.cpu_ms for m, t in pairs)
    return [f"CPU per request {mine:.3g} / {theirs:.3g} ms ({ratio:.2f} ×)"]


def against_limit(
    row: str, what: str, *, values: list[float], limit: float, unit: str, notes: list[str]
) -> Line:
    """The line of a goal that is an absolute figure: the limit stands in place of a baseline."""
    middle = median(values)
    return Line(
        row=row,
        what=what,
        ratio=middle / limit,
        goal=Goal(most=1),
        ours=middle,
        baseline=limit,
        unit=unit,
        low=min(values) / limit,
        high=max(values) / limit,
        notes=notes,
    )
