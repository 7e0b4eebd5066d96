"""Starts the bot service: ``python -m services.bot``."""

from services.bot.service import SERVICE
from services.bot.settings import BotSettings
from services.runtime.serve import main

if __name__ == "__main__":
    main(SERVICE, BotSettings)
