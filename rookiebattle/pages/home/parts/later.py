"""The dashboard, whose script loads for members alone: most people who open `/` are visitors."""

import reflex as rx

from rookiebattle.pages.home.parts.dashboard import dashboard


@rx.memo
def members_dashboard() -> rx.Component:
    return dashboard()
