"""What may be wrong with a file of the store, and how it is said."""

from __future__ import annotations

from enum import StrEnum

from backend.api.errors import NotFound


class Damage(StrEnum):
    """What is wrong with a file."""

    MISSING = "missing"
    SIZE = "size"
    CONTENT = "content"


def sample_damaged(*, name: str, sample_id: str, damage: Damage) -> NotFound:
    """Return the error of a sample whose file is damaged, for work that cannot go on without it."""
    return NotFound(
        f"The file of sample '{name}' ({sample_id}) is damaged ({damage}). Import the good file "
        "again: it takes its place. Or remove the sample.",
        code="sample_file_damaged",
        sample=name,
        sample_id=sample_id,
        damage=damage,
    )


def damaged(sha256: str, found: Damage) -> NotFound:
    """Return the error of a file that cannot be sent."""
    return NotFound(
        f"The stored file {sha256[:12]}… is damaged ({found}). Import the good file again: it "
        "takes its place.",
        code="file_damaged",
        damage=found,
    )


def missing() -> NotFound:
    """Return the error of a file that the store does not have."""
    return NotFound("This file is not in the store any more.", code="file_missing")
