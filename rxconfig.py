import reflex as rx

config = rx.Config(
    app_name="rookiebattle",
    telemetry_enabled=False,
    show_built_with_reflex=False,
    plugins=[rx.plugins.TailwindV4Plugin()],
)
