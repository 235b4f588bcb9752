"""What was confirmed before a run, as notes of its report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.specs.package.sections import NoteSection
from engine.validation.checks import Finding


def confirmed_notes(findings: Iterable[Finding]) -> Iterator[NoteSection]:
    """Yield a note for each finding that somebody had to agree to, and for cells left out."""
    for finding in findings:
        if finding.confirm or finding.code == "target_not_finite":
            params = {name: value for name, value in finding.params.items() if value is not None}
            yield NoteSection(key=finding.code, params=params)
