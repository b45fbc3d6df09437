"""The settings of the copies of the site that are attacked."""

SETTINGS = {
    "CONNECTS_PER_MINUTE": "100000",
    "REQUESTS_PER_MINUTE": "100000",
    "EVENTS_PER_SECOND": "100",
    "SOCKETS_PER_ADDRESS": "1000",
    "SOCKETS_PER_MEMBER": "1000",
    "DEMO_DATA": "false",
    # No program listens on this port: letters are tried in vain, and the log says so.
    "SMTP_URL": "smtp://club:CanaryMailPassword0123456789@127.0.0.1:9",
    "MAIL_FROM": "hello@example.org",
}
