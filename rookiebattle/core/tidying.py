"""What is deleted by its age: every hour, also when nobody comes by."""

from sqlalchemy.orm import Session

from rookiebattle.core.hooks import Hook

tidying: Hook[[Session]] = Hook("tidying")
"""An hour has passed. Subscribers delete what they keep no longer; doing it twice harms nothing."""
