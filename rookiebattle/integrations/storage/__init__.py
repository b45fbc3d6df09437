"""Where files are stored: a Protocol, a folder of this machine, and S3."""
