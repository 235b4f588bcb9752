"""Findings that a run waits for somebody to agree to, and what is said while nobody has."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.validation.checks import Finding

CODE = "not_confirmed"


def unconfirmed(findings: Iterable[Finding], accepted: Collection[str]) -> tuple[Finding, ...]:
    """Return the findings that somebody has to agree to yet."""
    return tuple(one for one in findings if one.confirm and one.code not in accepted)


def refusal(findings: Iterable[Finding]) -> tuple[str, dict[str, str]]:
    """Return the message and parameters of the refusal of a run that waits for an agreement."""
    waiting = tuple(findings)
    codes = ", ".join(one.code for one in waiting)
    reasons = " ".join(f"[{one.code}] {one.message}" for one in waiting)
    message = (
        f"{reasons} Nothing was trained. Correct or choose what is meant, or confirm each of these "
        f"by its code, with the option accepted: {codes}."
    )
    return message, {"findings": codes}
