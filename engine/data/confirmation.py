"""Refuse to begin while something has to be confirmed."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.errors import DataError
from engine.validation.checks import Finding
from engine.validation.confirmation import CODE, refusal, unconfirmed


def require_confirmed(findings: Iterable[Finding], accepted: Collection[str]) -> None:
    """Refuse data of which something has to be confirmed that was not.

    Raises:
        DataError: ``not_confirmed``.
    """
    waiting = unconfirmed(findings, accepted)
    if waiting:
        message, params = refusal(waiting)
        raise DataError(message, code=CODE, **params)
