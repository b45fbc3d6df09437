"""The versions of Python on which the site runs, and how this system gets one of them.

Older ones read this file, too: started with one of them, it ends with 1 and says what to do."""

import shutil
import subprocess
import sys

# Reflex takes newer ones too, for which not every pinned package has files.
PYTHONS = ((3, 11), (3, 12), (3, 13), (3, 14))
NAMES = ["python{}.{}".format(*one) for one in reversed(PYTHONS)]
COMMANDS = (
    ("dnf", "dnf install python3.13"),
    ("zypper", "zypper install python313"),
    ("pacman", "pacman -S python"),
    ("brew", "brew install python@3.13"),
)


def fits() -> bool:
    return sys.version_info[:2] in PYTHONS


def cure() -> str:
    """The sentences for somebody whose Python does not fit."""
    found = ".".join(str(number) for number in sys.version_info[:3])
    needed = f"Python {NAMES[-1][6:]} to {NAMES[0][6:]} is needed, this is {found}."
    here = [name for name in NAMES if _starts(name)]
    if here:
        return f"{needed} This machine has another one: make run PYTHON={here[0]}"
    return f"{needed} {_install()} Or name one: make run PYTHON=/path/to/{NAMES[0]}"


def install_venv() -> str:
    """How this system gets the module venv for the Python that runs."""
    if shutil.which("apt-get"):
        return "Install it: apt-get install python{}.{}-venv".format(*sys.version_info)
    return "Name a Python that has it: make run PYTHON=/path/to/python3"


def _starts(name: str) -> bool:
    """A version manager puts programs into the path that do not start."""
    quiet = subprocess.DEVNULL
    has = shutil.which(name) is not None
    return has and subprocess.call([name, "-c", ""], stdout=quiet, stderr=quiet) == 0


def _install() -> str:
    if shutil.which("apt-get"):
        listed = subprocess.check_output(["apt-cache", "pkgnames", "python3."]).decode().split()
        for name in NAMES:
            if name in listed:
                return f"Install it: apt-get install {name} {name}-venv."
        return "This release of the system has none: type apt-get update, or upgrade the system."
    for program, command in COMMANDS:
        if shutil.which(program):
            return f"Install it: {command}."
    return "Install it, such as from python.org."


if __name__ == "__main__" and not fits():
    sys.exit(cure())
