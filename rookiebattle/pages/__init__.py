"""Imports every page of the site, which registers it."""

from rookiebattle.pages import goodbye, not_found
from rookiebattle.pages.account import page as account
from rookiebattle.pages.admin.chapters import page as admin_chapters
from rookiebattle.pages.admin.events import page as admin_events
from rookiebattle.pages.admin.imports import page as admin_imports
from rookiebattle.pages.admin.log import page as admin_log
from rookiebattle.pages.admin.member import page as admin_member
from rookiebattle.pages.admin.member.text import ADMIN_USER
from rookiebattle.pages.admin.members import page as admin_members
from rookiebattle.pages.admin.payments import page as admin_payments
from rookiebattle.pages.admin.resources import page as admin_resources
from rookiebattle.pages.admin.roster import page as admin_roster
from rookiebattle.pages.admin.roster.page import ROSTER
from rookiebattle.pages.admin.settings import page as admin_settings
from rookiebattle.pages.admin.system import page as admin_system
from rookiebattle.pages.admin.waivers import page as admin_waivers
from rookiebattle.pages.calendar import page as calendar
from rookiebattle.pages.calendar.text import CALENDAR
from rookiebattle.pages.chapter import page as chapter
from rookiebattle.pages.chapter.text import CHAPTER
from rookiebattle.pages.chapters import page as chapters
from rookiebattle.pages.checkout import page as checkout
from rookiebattle.pages.design_system import page as design_system
from rookiebattle.pages.event import page as event
from rookiebattle.pages.event.text import EVENT
from rookiebattle.pages.gate import page as gate
from rookiebattle.pages.gate.text import GATE
from rookiebattle.pages.home import page as home
from rookiebattle.pages.media import page as media
from rookiebattle.pages.media.text import SHOTS
from rookiebattle.pages.membership import page as membership
from rookiebattle.pages.my_events import page as my_events
from rookiebattle.pages.parents import page as parents
from rookiebattle.pages.passes import page as passes
from rookiebattle.pages.privacy import page as privacy
from rookiebattle.pages.progress import page as progress
from rookiebattle.pages.receipt import page as receipt
from rookiebattle.pages.receipt.text import RECEIPT
from rookiebattle.pages.resources import page as resources
from rookiebattle.pages.resources.text import LIBRARY
from rookiebattle.pages.sign import page as sign
from rookiebattle.pages.terms import page as terms
from rookiebattle.pages.welcome import page as welcome

WITH_ID = EVENT, CHAPTER, ADMIN_USER, ROSTER, RECEIPT, GATE
WITH_QUERY = CALENDAR, LIBRARY, SHOTS
