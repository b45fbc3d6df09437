"""One row in a process of its own: `python -m bench.row MODULE:FUNCTION FILE ROUNDS SECONDS`."""

import faulthandler
import signal
import sys
import traceback
from importlib import import_module
from pathlib import Path
from types import FrameType, TracebackType

from bench import report
from bench.lab import Lab
from bench.plan import Plan
from bench.processes import TELL_WHERE, end_with_the_parent
from bench.records import Records


def main(arguments: list[str]) -> None:
    target, file, rounds, seconds = arguments
    records = Records(Path(file))
    _prepare(records)
    module, function = target.split(":")
    measure = getattr(import_module(module), function)
    with Lab() as lab:
        for line in measure(Plan(int(rounds), float(seconds)), lab):
            records.add(line)
            report.show_at_once(line)


def _prepare(records: Records) -> None:
    """Make a stop signal leave the lab, which ends its servers; record every error."""
    end_with_the_parent()
    faulthandler.register(TELL_WHERE)
    signal.signal(signal.SIGTERM, _leave)

    def tell(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        traceback.print_exception(kind, error, trace)
        records.fail(report.in_one_line(error))

    sys.excepthook = tell


def _leave(_number: int, _frame: FrameType | None) -> None:
    """Leave the lab once. A second signal must not interrupt the end of its servers."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(128 + signal.SIGTERM)


if __name__ == "__main__":
    main(sys.argv[1:])
