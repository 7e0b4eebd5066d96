"""Starts the scoring service: ``python -m services.scoring``."""

from services.runtime.serve import main
from services.scoring.service import SERVICE

if __name__ == "__main__":
    main(SERVICE)
