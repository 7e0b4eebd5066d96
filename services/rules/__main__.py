"""Starts the rules service: ``python -m services.rules``."""

from services.rules.service import SERVICE
from services.runtime.serve import main

if __name__ == "__main__":
    main(SERVICE)
