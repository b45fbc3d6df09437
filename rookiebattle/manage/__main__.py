"""`python -m rookiebattle.manage <verb>`: the commands behind the Makefile."""

import gc
import sys
from collections.abc import Mapping
from importlib import import_module

from rookiebattle.manage.console import DISK_REFUSES, CannotContinue, stop

# Each verb's module and function. A command imports only its own module, so that it starts fast.
COMMANDS = {
    "run": "run:run_command",
    "serve": "run:serve_command",
    "dev": "dev:dev_command",
    "build": "build:build_command",
    "export": "export:export_command",
    "static": "static:static_command",
    "seed": "database:seed_command",
    "reset": "database:reset_command",
    "check-settings": "check_settings:check_settings_command",
    "check-data": "check_data:check_data_command",
    "copy-data": "copying:copy_command",
    "backup": "backup:backup_command",
    "restore": "backup:restore_command",
    "check-backup": "backup:check_command",
    "restore-progress": "admin:restore_progress_command",
    "reconcile": "payments:reconcile_command",
    "replay-webhooks": "payments:replay_command",
    "admin": "admin:admin_command",
    "adult": "admin:adult_command",
    "personal-data": "admin:personal_data_command",
    "erase": "admin:erase_command",
}
PACKAGE = "rookiebattle.manage"
# A server may be started with new settings, and what is built or compared says itself what it is.
OF_ANY_FOLDER = frozenset({"serve", "build", "export", "check-backup"})
DEVELOPS = frozenset({"run", "dev", "seed", "reset"})
# The guide types these after DATABASE_URL has changed, before the site is started with it.
OF_ANY_DATABASE = frozenset({"restore", "check-settings"})
# Each says by itself where it is served, or is told its addresses.
UNNAMED = frozenset({"run", "dev", "static", "copy-data"})
DATABASE_CURE = (
    "The database does not answer, its disk is full, or another program holds it. "
    "The last step changed nothing. Run the command again."
)
DISK_CURE = "The disk is full or can only be read. Free some space and run the command again."
RIGHTS_CURE = (
    "Run the command as the user that the site runs as, and let this user write there: "
    "docs/operations.md has both lines."
)


def main(
    arguments: list[str], commands: Mapping[str, str] = COMMANDS, package: str = PACKAGE
) -> int:
    """Run the verb that comes first, and return its exit code: a sentence, where it must stop."""
    if not arguments or arguments[0] not in commands:
        print(f"Say one of: {', '.join(commands)}", file=sys.stderr)
        return 2
    from rookiebattle.core.errors import Unavailable
    from rookiebattle.settings import SettingsError

    module, function = commands[arguments[0]].split(":")
    try:
        if package == PACKAGE and arguments[0] not in OF_ANY_FOLDER:
            _refuse_other_site(*arguments)
        command = getattr(import_module(f"{package}.{module}"), function)
        _collect_from_here()
        code: int = command([argument for argument in arguments[1:] if argument]) or 0
    except (CannotContinue, SettingsError) as problem:
        return stop(problem)
    except Unavailable:
        return stop(CannotContinue(DATABASE_CURE))
    except PermissionError as problem:
        return stop(CannotContinue(f"{problem}\n{RIGHTS_CURE}"))
    except OSError as problem:
        if problem.errno not in DISK_REFUSES:
            raise
        return stop(CannotContinue(f"{problem}\n{DISK_CURE}"))
    except KeyboardInterrupt:
        return 130
    return code


def _collect_from_here() -> None:
    """Let the collector skip what was loaded, as in served.py."""
    gc.freeze()
    gc.enable()


def _refuse_other_site(verb: str, *more: str) -> None:
    """Refuse a command that is typed with the settings of another site; say on what it acts.

    The line goes to stderr: the output of a command may be kept in a file.
    """
    from rookiebattle.manage.served import refuse_other, shown
    from rookiebattle.settings import get_settings

    settings = get_settings()
    refuse_other(
        settings,
        develops=verb in DEVELOPS,
        any_database=verb in OF_ANY_DATABASE,
        named=more if verb == "copy-data" else (),
    )
    if verb not in UNNAMED:
        print(f"· make {verb}, of {shown(settings.database_url)}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    # The collector takes an eighth of a short command.
    gc.disable()
    sys.exit(main(sys.argv[1:]))
