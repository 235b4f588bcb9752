"""Conditions of alerts: one file each, whose name is the key.

A file holds ``CONDITION`` (``backend.alerts.contracts.Condition``). Nothing else has to know of a
new one but the texts of the interface, ``alerts.condition`` in ``frontend/src/i18n``.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from backend.alerts.contracts import Condition


@cache
def all_conditions() -> dict[str, Condition]:
    """Return the conditions by their keys, which are the names of their files."""
    names = sorted(one.name for one in iter_modules(__path__))
    return {name: import_module(f"{__name__}.{name}").CONDITION for name in names}
