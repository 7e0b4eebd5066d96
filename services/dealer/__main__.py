"""Starts the dealer: ``python -m services.dealer``."""

from services.dealer.service import SERVICE
from services.dealer.settings import DealerSettings
from services.runtime.serve import main

if __name__ == "__main__":
    main(SERVICE, DealerSettings)
