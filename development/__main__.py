"""`python -m development <verb>`: the verbs of the Makefile that only developers type."""

import sys

from rookiebattle.manage.__main__ import main

COMMANDS = {
    "test": "testing:test_command",
    "check": "checks:check_command",
    "bench": "bench:bench_command",
    "peers": "bench:peers_command",
    "soak": "testing:soak_command",
    "audit": "audit:audit_command",
    "engines": "testing:engines_command",
    "guarantees": "guarantees:guarantees_command",
    "pictures": "pictures:pictures_command",
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], COMMANDS, "development"))
