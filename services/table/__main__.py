"""Starts the table service: ``python -m services.table``."""

from services.runtime.serve import main
from services.table.service import SERVICE
from services.table.settings import TableSettings

if __name__ == "__main__":
    main(SERVICE, TableSettings)
