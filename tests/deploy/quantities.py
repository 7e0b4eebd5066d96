"""Amounts as Kubernetes writes them."""

_UNITS = {"m": 1e-3, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "": 1}


def amount(text: str | float) -> float:
    """Returns a number of cores or bytes."""
    written = str(text)
    unit = next(unit for unit in _UNITS if written.endswith(unit))
    return float(written.removesuffix(unit)) * _UNITS[unit]
