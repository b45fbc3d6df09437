"""The commands about data and people, typed as the manual tells an operator to.

Each is typed for what only the whole command shows: its cases have their tests in tests/manage.
"""

import json

from tests.disks import spoil
from tests.servers.checkout import Checkout
from tests.servers.smtp import MailServer

MARA, THEO = "member@example.org", "organizer@example.org"


def test_make_seed_adds_the_demo_data_to_an_empty_database_only(peopled: Checkout) -> None:
    people = peopled.sql("SELECT count(*) FROM users")
    assert people > [(20,)]
    assert "To start again: make reset" in peopled.make("seed", fails=True)
    assert peopled.sql("SELECT count(*) FROM users") == people


def test_make_reset_deletes_everything_and_adds_the_demo_data_again(peopled: Checkout) -> None:
    before = peopled.sql("SELECT count(*) FROM users")
    peopled.sql("UPDATE users SET email = 'somebody@example.org' WHERE email = ?", MARA)
    files = [peopled.root / "data" / name for name in ("uploads/picture.png", "mail/letter.eml")]
    for file in files:
        file.parent.mkdir(exist_ok=True)
        file.touch()
    peopled.make("reset")
    assert not [file for file in files if file.exists()]
    assert peopled.sql("SELECT count(*) FROM users") == before
    assert peopled.sql("SELECT count(*) FROM users WHERE email = ?", MARA) == [(1,)]


def test_make_check_data_names_what_does_not_agree(peopled: Checkout) -> None:
    [(event,)] = peopled.sql("SELECT id FROM events WHERE max_participants IS NULL LIMIT 1")
    peopled.sql("UPDATE events SET current_participants = 999 WHERE id = ?", event)
    told = peopled.make("check-data", fails=True)
    assert f"event {event} says 999" in told
    assert told.count("BROKEN") == 1


def test_make_check_settings_has_a_line_for_each_program(checkout: Checkout) -> None:
    assert "not set  Mail server: nobody receives emails" in checkout.make("check-settings")
    server = MailServer(answers={"CONNECT": "554 go away"})
    letters = f"SMTP_URL={server.url}", "MAIL_FROM=club@example.org"
    told = checkout.make("check-settings", *letters, fails=True)
    server.stop()
    assert "BROKEN   Mail server: the mail server answered 554" in told


def test_make_restore_progress_follows_the_ledger(peopled: Checkout) -> None:
    held = "SELECT is_samurai FROM users WHERE email = ?"
    before = peopled.sql(held, THEO)
    peopled.sql("UPDATE users SET is_samurai = 1 - is_samurai WHERE email = ?", THEO)
    peopled.make("restore-progress")
    assert peopled.sql(held, THEO) == before


def test_make_reconcile_asks_for_keys(peopled: Checkout) -> None:
    assert "STRIPE_SECRET_KEY" in peopled.make("reconcile", fails=True)


def test_make_replay_webhooks_asks_for_keys(peopled: Checkout) -> None:
    assert "STRIPE_SECRET_KEY" in peopled.make("replay-webhooks", fails=True)


def test_make_admin_makes_administrators_and_takes_the_role_away(peopled: Checkout) -> None:
    peopled.sql("UPDATE users SET is_admin = (email IS ?)", THEO)
    assert "make admin EMAIL=" in peopled.make("admin", fails=True)
    assert f"{MARA} is an administrator now." in peopled.make("admin", f"EMAIL={MARA}")
    assert f"{THEO} is no administrator anymore" in peopled.make("admin", f"EMAIL={THEO}", "OFF=1")
    assert peopled.sql("SELECT email FROM users WHERE is_admin") == [(MARA,)]


def test_make_adult_notes_that_a_member_has_turned_18(peopled: Checkout) -> None:
    peopled.sql("UPDATE users SET age_band = 'minor' WHERE email = ?", THEO)
    assert f"{THEO} counts as 18 or older now." in peopled.make("adult", f"EMAIL={THEO}")
    assert peopled.sql("SELECT age_band FROM users WHERE email = ?", THEO) == [("adult",)]


def test_make_personal_data_answers_a_request(peopled: Checkout) -> None:
    told = peopled.make("personal-data", f"EMAIL={THEO}")
    # Both outputs are seen here. The first line is on that of errors.
    written = json.loads(told[told.index("{") :])
    assert [row["email"] for row in written["users"]] == [THEO]


def test_make_erase_deletes_an_account(peopled: Checkout) -> None:
    assert f"The account of {THEO} is deleted." in peopled.make("erase", f"EMAIL={THEO}", "SURE=1")
    assert peopled.sql("SELECT email FROM users WHERE email = ?", THEO) == []


def test_make_backup_writes_one_private_file(peopled: Checkout) -> None:
    told = peopled.make("backup")
    (file,) = (peopled.root / "backups").glob("*.tar.gz")
    assert f"backups/{file.name} has " in told
    assert file.stat().st_mode & 0o077 == 0


def test_make_restore_brings_a_lost_club_back(peopled: Checkout) -> None:
    before = peopled.sql("SELECT id, email FROM users ORDER BY id")
    peopled.make("backup", "FOLDER=kept")
    (file,) = (peopled.root / "kept").glob("*.tar.gz")
    (peopled.root / "data/rookiebattle.db").unlink()
    assert "The data are restored" in peopled.make("restore", f"FROM=kept/{file.name}")
    assert peopled.sql("SELECT id, email FROM users ORDER BY id") == before


def test_make_check_backup_says_whether_it_can_be_restored(peopled: Checkout) -> None:
    peopled.make("backup", "FOLDER=checked", "KEEP=3")
    (file,) = (peopled.root / "checked").iterdir()
    assert f"checked/{file.name} can be restored" in peopled.make("check-backup", "FROM=checked")
    spoil(file)
    assert "take another backup" in peopled.make("check-backup", "FROM=checked", fails=True)
    assert [*(peopled.root / "checked").iterdir()] == [file]


def test_make_copy_data_copies_every_row(peopled: Checkout) -> None:
    """The address that is left out is that of the settings."""
    told = peopled.make("copy-data", "TO=sqlite:///data/other.db")
    assert "Every row is there and equal" in told
