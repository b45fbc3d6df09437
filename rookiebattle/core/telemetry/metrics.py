"""The figures that Prometheus reads. Every label has few values, and none is about a person.

`core/serving/measuring.py` serves them. Counting is cheap, so it is never turned off.
"""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

REGISTRY = CollectorRegistry(auto_describe=True)
ProcessCollector(registry=REGISTRY)
PREFIX = "rookiebattle"
SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


def _counter(name: str, about: str, *labels: str) -> Counter:
    return Counter(name, about, labels, namespace=PREFIX, registry=REGISTRY)


def _gauge(name: str, about: str, *labels: str) -> Gauge:
    return Gauge(name, about, labels, namespace=PREFIX, registry=REGISTRY)


def _seconds(name: str, about: str, *labels: str) -> Histogram:
    return Histogram(
        f"{name}_seconds", about, labels, namespace=PREFIX, registry=REGISTRY, buckets=SECONDS
    )


REQUESTS = _counter(
    "requests", "Requests by the template of their route", "route", "method", "status"
)
REQUEST_SECONDS = _seconds("request", "From a request to the end of its answer", "route")
SOCKETS = _gauge("sockets", "Open pages, by whose they are", "of")
EVENTS = _counter("events", "Events of open pages by their handler", "handler", "outcome")
VERB_SECONDS = _seconds("verb", "A verb in its unit of work, by kind (read, write)", "verb", "kind")
WAIT_SECONDS = _seconds("wait", "How long a verb waited for a thread and its turn", "kind")
WRITES_PENDING = _gauge("writes_pending", "Writing verbs that wait or run")
SEATS = _counter("seats", "Seats that were taken and freed", "what")
PAYMENTS = _counter("payments", "Entries of the ledger of payments", "what")
LETTERS = _counter("letters", "Letters by what became of an attempt", "outcome")
JOB_RUNS = _counter(
    "job_runs",
    "Runs of jobs that ended at this worker, and noted looks at queues",
    "name",
    "result",
)
JOB_SECONDS = _seconds("job", "How long a job ran", "name")
SLOW_STATEMENTS = _counter("slow_statements", "Statements above SLOW_QUERY_MS", "verb")
