import reflex as rx
from reflex_base.constants import PackageJson

from rookiebattle.manage.inline_scripts import InlineScriptHashes

# Reflex's own command makes Vite listen on every interface of the machine.
PackageJson.Commands.DEV = "react-router dev --host 127.0.0.1 --config vite.dev.config.js"

config = rx.Config(
    app_name="rookiebattle",
    telemetry_enabled=False,
    show_built_with_reflex=False,
    frontend_compression_formats=["brotli", "gzip"],
    plugins=[rx.plugins.TailwindV4Plugin(), rx.plugins.SitemapPlugin(), InlineScriptHashes()],
)
