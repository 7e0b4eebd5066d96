from services.runtime.settings import Settings

QUICK = Settings(
    auth="off", lame_duck_seconds=0, grace_seconds=5, max_concurrent_calls=4, max_message_bytes=4096
)
"""Settings that let a test see limits and a stop without waiting."""
