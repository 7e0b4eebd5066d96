"""The best arrangement of a hand, by aim: exact, and the same one each time among equals."""

from engine.okey.arrangement import Arrangement
from engine.okey.least import Plan, least_left
from engine.okey.pairs import best_pairs
from engine.okey.series import KERNEL, best_series, series_total, whole_hand

__all__ = [
    "KERNEL",
    "Arrangement",
    "Plan",
    "best_pairs",
    "best_series",
    "least_left",
    "series_total",
    "whole_hand",
]
