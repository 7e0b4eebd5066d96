"""Tail probabilities, exact to about ten digits; the standard library has none."""

from math import erfc, exp, lgamma, log, sqrt

_STEPS = 10_000
_TINY = 1e-300


def normal_two_sided(z: float) -> float:
    """Returns the probability that a standard normal value is at least as far from 0 as z."""
    return erfc(abs(z) / sqrt(2))


def chi_square_above(value: float, degrees: int) -> float:
    """Returns the probability that a chi-square value is at least this."""
    return _gamma_above(degrees / 2, value / 2)


def _gamma_above(shape: float, x: float) -> float:
    """Returns the regularised upper incomplete gamma function."""
    if x <= 0:
        return 1.0
    scale = exp(shape * log(x) - x - lgamma(shape))
    if x < shape + 1:
        return 1.0 - scale * _series(shape, x)
    return scale * _continued_fraction(shape, x)


def _series(shape: float, x: float) -> float:
    term = total = 1 / shape
    for step in range(1, _STEPS):
        term *= x / (shape + step)
        total += term
        if term < total * 1e-16:
            break
    return total


def _continued_fraction(shape: float, x: float) -> float:
    """Evaluates by Lentz's method."""
    b = x + 1 - shape
    c, d = 1 / _TINY, 1 / b
    value = d
    for step in range(1, _STEPS):
        a = -step * (step - shape)
        b += 2
        d = 1 / (a * d + b or _TINY)
        c = b + a / c or _TINY
        value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value
