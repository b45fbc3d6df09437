"""Lists the routers of the API. Static paths come before paths with an id."""

from rookiebattle.accounts.api.account import api as accounts
from rookiebattle.accounts.api.subscriptions import api as mail
from rookiebattle.chapters.api import api as chapters
from rookiebattle.console.api import api as console
from rookiebattle.core.doors.health import api as health
from rookiebattle.events.api import api as events
from rookiebattle.events.uploads import api as event_imports
from rookiebattle.gate.api import api as gate
from rookiebattle.gate.posters import api as posters
from rookiebattle.gear.api import api as gear
from rookiebattle.guardians.api import api as guardians
from rookiebattle.media.api import api as media
from rookiebattle.members.api.imports import api as member_imports
from rookiebattle.members.api.members import api as members
from rookiebattle.members.api.profile import api as profile
from rookiebattle.members.api.users import api as users
from rookiebattle.messages.api import api as messages
from rookiebattle.notifications.api import api as notifications
from rookiebattle.payments.api import api as payments
from rookiebattle.progression.api import api as progression
from rookiebattle.registrations.api import api as registrations
from rookiebattle.resources.api import api as resources
from rookiebattle.roles.api import api as roles
from rookiebattle.sheets.api import api as sheets
from rookiebattle.site.api import api as pages
from rookiebattle.uploads.api.companion import api as upload_helper
from rookiebattle.uploads.api.content import api as stored_content
from rookiebattle.uploads.api.files import api as files
from rookiebattle.waivers.api.lacking import api as lacking_waivers
from rookiebattle.waivers.api.signatures import api as waiver_signatures
from rookiebattle.waivers.api.versions import api as waiver_versions

ROUTERS = (
    *(health, pages, accounts, mail, chapters, progression, members),
    *(profile, member_imports, users, guardians),
    *(event_imports, registrations, payments, events, roles, resources),
    *(files, stored_content, upload_helper, media, notifications, sheets, console),
    *(gear, gate, messages),
    *(waiver_versions, lacking_waivers, waiver_signatures),
    posters,
)
