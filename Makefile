# Thin on purpose: a command is a verb of `rookiebattle.manage`, or of developers' tools beside it.
# The first that starts, fits and has venv: a version manager puts programs into the path that do not. The system's own comes
# first: a distribution builds it with profiles, a version manager mostly without, and it then takes a quarter less of a core.
# It is looked for once, and not by each line that names it.
SYSTEMS = /usr/bin/python3
FITTING = -m rookiebattle.manage.pythons
PYTHON ?= $(eval PYTHON := $(shell for one in $(SYSTEMS) python3.11 python3 python3.14 python3.13 python3.12; do \
	$$one -c "import ensurepip" 2>/dev/null && $$one $(FITTING) 2>/dev/null && command -v $$one && exit; done; command -v python3))$(PYTHON)
MANAGE = @.venv/bin/python -m rookiebattle.manage
IN_CHECKOUT = test -d development || { echo "An exported copy has no tests and tools: type this in a git checkout."; exit 1; }
DEVELOP = @$(IN_CHECKOUT); .venv/bin/python -m development

# What a person typed, such as an address out of a letter, is data. It reaches a command through the environment, so neither
# make (`:=` of `value`) nor the shell (a quoted variable) runs a `$(…)` or a backtick in it.
override export EMAIL := $(value EMAIL)
override export WHO := $(value WHO)
override export OFF := $(value OFF)
override export SURE := $(value SURE)
override export CHILD := $(value CHILD)
override export FROM := $(value FROM)
override export TO := $(value TO)
override export FOLDER := $(value FOLDER)
override export KEEP := $(value KEEP)
override export EVENT := $(value EVENT)
override export DAYS := $(value DAYS)
override export ROWS := $(value ROWS)
override export PAYMENTS := $(value PAYMENTS)

.DEFAULT_GOAL := help
.PHONY: help venv run serve build dev test test-fast check bench peers soak engines audit mutants export static pictures seed reset check-data copy-data backup check-backup restore restore-progress check-settings reconcile replay-webhooks admin adult personal-data erase

help: ## this list
	@awk -F '"' '/^version = / {print "Rookie Battle " $$2; exit}' pyproject.toml
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-17s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

venv:
	@test -n "$(PYTHON)" || { echo "Python is missing. Install it: apt-get install python3 python3-venv"; exit 1; }
	@$(PYTHON) $(FITTING)
	@$(PYTHON) -m rookiebattle.manage.bootstrap $(PACKAGES)

# Servers get no tools of developers.
test test-fast check bench peers soak engines audit mutants pictures: PACKAGES = development

run: venv ## build what changed and serve on http://localhost:8000 (PORT=, PAYMENTS=demo)
	$(MANAGE) run $(if $(PAYMENTS),"--payments=$$PAYMENTS")

serve: venv ## serve what is built, on a server: nothing is built, no demo data (PORT=)
	$(MANAGE) serve

build: venv ## build the pages, if a file or setting of theirs changed
	$(MANAGE) build

dev: venv ## serve with hot reload (PORT=)
	$(MANAGE) dev

test: venv ## install what the tests need and run all of them (ARGS=)
	$(DEVELOP) test $(ARGS)

test-fast: venv ## the tests without browser, races, commands and PostgreSQL, in some four minutes (ARGS=)
	$(DEVELOP) test --fast $(ARGS)

check: venv ## style of Python, scripts and sheets, strict types, house rules, bandit
	$(DEVELOP) check

bench: venv ## measure against baselines (ROWS=P1,P12)
	$(DEVELOP) bench "$$ROWS"

peers: venv ## measure beside pretix and a plain Express, which it installs into .peers/
	$(DEVELOP) peers

soak: venv ## the long tests, all others with nothing left out, and the audit
	$(DEVELOP) soak $(ARGS)

engines: venv ## install Safari's engine and Firefox, and walk the main flows in both (ARGS=)
	$(DEVELOP) engines $(ARGS)

audit: venv ## known holes in the packages, as far as they can be looked up
	$(DEVELOP) audit

mutants: venv ## change the rules one small thing at a time: their tests must notice (FILES=core/values/money.py)
	@$(IN_CHECKOUT); .venv/bin/python -m mutants $(FILES)

export: venv ## pack a built copy for a server, and write the static files, into artifacts/
	$(MANAGE) export

static: venv ## write the pages as files for nginx or a static host (FOLDER=artifacts/static)
	$(MANAGE) static "$$FOLDER"

pictures: venv ## photograph the demo site for the README (FOLDER=docs/pictures)
	$(DEVELOP) pictures "$$FOLDER"

seed: venv ## add the demo data to an empty database
	$(MANAGE) seed

reset: venv ## delete all data and start again with the demo data
	$(MANAGE) reset

check-data: venv ## check that counters, seats and sessions agree
	$(MANAGE) check-data

check-settings: venv ## ask each program that the settings name once, and print a line for it
	$(MANAGE) check-settings

copy-data: venv ## copy every row into an empty database; FROM= or TO= left out is DATABASE_URL
	$(MANAGE) copy-data "$${FROM:-DATABASE_URL}" "$${TO:-DATABASE_URL}"

backup: venv ## write all rows and stored files into one file, also while the site runs (FOLDER=, KEEP=)
	$(MANAGE) backup "$$FOLDER" $(if $(KEEP),"--keep=$$KEEP")

check-backup: venv ## restore a backup into a folder that is deleted again: 0 if it can be used (FROM=)
	$(MANAGE) check-backup "$$FROM"

restore: venv ## put a backup in the place of the data, which are kept beside it (FROM=)
	$(MANAGE) restore "$$FROM"

restore-progress: venv ## set members' rows to what the ledger says, where check-data finds a difference
	$(MANAGE) restore-progress

reconcile: venv ## compare payments with Stripe, and repair or report what differs (DAYS=30)
	$(MANAGE) reconcile "$$DAYS"

replay-webhooks: venv ## handle the webhooks again that failed, or one of them (EVENT=evt_…)
	$(MANAGE) replay-webhooks "$$EVENT"

admin: venv ## make a member an administrator, or take that away (EMAIL= or WHO=, OFF=1)
	$(MANAGE) admin "$${WHO:-$$EMAIL}" $(if $(OFF),"--off=$$OFF")

adult: venv ## note that a member has turned 18 (EMAIL= or WHO=)
	$(MANAGE) adult "$${WHO:-$$EMAIL}"

personal-data: venv ## print all data about a member, who asked for it by mail (EMAIL= or WHO=)
	$(MANAGE) personal-data "$${WHO:-$$EMAIL}"

erase: venv ## delete a member's account for good, as its owner could (EMAIL= or WHO=, SURE=1, CHILD=1)
	$(MANAGE) erase "$${WHO:-$$EMAIL}" $(if $(SURE),"--sure=$$SURE") $(if $(CHILD),"--child=$$CHILD")
