"""The blank app is built and served with the same options as the product."""

import reflex as rx

config = rx.Config(
    app_name="blank",
    telemetry_enabled=False,
    show_built_with_reflex=False,
    frontend_compression_formats=["brotli", "gzip"],
    plugins=[rx.plugins.TailwindV4Plugin()],
)
