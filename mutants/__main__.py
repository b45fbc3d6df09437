"""`python -m mutants [files]`: tries every mutant of the rules, or of the named files."""

import multiprocessing
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from contextvars import Context, copy_context
from dataclasses import replace
from importlib import import_module

from mutants.catalog import PACKAGE, ROOT, RULES, tests_of
from mutants.making import Mutant, mutants_of
from mutants.report import Result, write
from mutants.trying import CannotBeTried, Tried, by_import, in_memory

_imported = Context()
OURS = {PACKAGE, "tests", "mutants", "__main__", "__mp_main__"}


def main(files: Sequence[str]) -> int:
    """Exit code: 0, or 1 when too many mutants live, or 2 when the tests fail without a mutant."""
    chosen = [f"{PACKAGE}/{file.removeprefix(f'{PACKAGE}/')}" for file in files or RULES]
    if unknown := set(chosen) - {f"{PACKAGE}/{file}" for file in RULES}:
        print(f"mutants/catalog.py does not name {', '.join(sorted(unknown))}.", file=sys.stderr)
        return 2
    context = multiprocessing.get_context("fork")
    with context.Pool(os.cpu_count()) as pool:
        made = pool.map(_made, chosen, 1)
    parts = sorted((part for mutants in made for part in _parts(mutants)), key=len, reverse=True)
    imported = _import(context.Pool(1).apply(_others) if len(parts) > 1 else [])
    # Each part has a process of its own, in which nothing of ours was imported before.
    with context.Pool(os.cpu_count(), _keep, (imported,), maxtasksperchild=1) as pool:
        tried = [_told(one) for one in pool.imap_unordered(_tried, parts, 1)]
        later = [
            [replace(mutant, is_in_function=False)] for one in tried for mutant in one.by_import
        ]
        tried += [_told(one) for one in pool.imap_unordered(_tried, later, 1)]
    if any(one.problem for one in tried):
        return 2
    alive = {mutant for one in tried for mutant in one.living}
    results = [
        Result(file, len(mutants), [one.name for one in mutants if one in alive])
        for file, mutants in zip(chosen, made, strict=True)
    ]
    return write(results)


def _others() -> list[str]:
    """The modules of other people that the tests import: they need not be imported each time."""
    import_module("rookiebattle.reactions")
    import_module("tests.world")
    return [name for name in sys.modules if name.partition(".")[0] not in OURS]


def _import(names: list[str]) -> Context:
    """Import them; Reflex keeps in the context what it needs later, and a thread has another."""
    for name in names:
        with suppress(ImportError):
            import_module(name)
    return copy_context()


def _made(file: str) -> list[Mutant]:
    return mutants_of(file, (ROOT / file).read_text(encoding="utf-8"))


def _parts(mutants: list[Mutant]) -> list[list[Mutant]]:
    """The mutants of one process: all of a file that are inside functions, or one that is not."""
    inside = [one for one in mutants if one.is_in_function]
    return [
        part for part in (inside, *([one] for one in mutants if not one.is_in_function)) if part
    ]


def _keep(imported: Context) -> None:
    global _imported  # noqa: PLW0603  # a context cannot be sent to another process
    _imported = imported


def _tried(part: list[Mutant]) -> Tried:
    file = part[0].file
    tests = tests_of(file)
    if not tests:
        return Tried(part, [])
    try:
        if part[0].is_in_function:
            return _imported.run(in_memory, part, tests)
        return _imported.run(by_import, part[0], tests)
    except CannotBeTried as problem:
        return Tried([], [], f"{file}: {problem}")


def _told(tried: Tried) -> Tried:
    """Print what became of a part as soon as it is known: a whole run takes minutes."""
    for mutant in tried.living:
        print(f"LIVES {mutant.file} {mutant.name}", flush=True)
    if tried.problem:
        print(tried.problem, flush=True)
    return tried


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
