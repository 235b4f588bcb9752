"""How far the logs of an endpoint are counted, so that each of their lines counts once."""

from __future__ import annotations

from uuid import UUID

from backend.deployments.models import CallLogOffset


def log_offset(*, deployment_id: UUID, file: str) -> int:
    """Return how much of a log is counted."""
    row = CallLogOffset.objects.filter(deployment_id=deployment_id, file=file).first()
    return row.offset if row is not None else 0


def claim_part(*, deployment_id: UUID, file: str, begin: int, end: int) -> bool:
    """Note within the caller's transaction that a part of a log is counted.

    Returns:
        Whether it was not yet; ``False`` when somebody else counted it.
    """
    offset, _ = CallLogOffset.objects.select_for_update().get_or_create(
        deployment_id=deployment_id, file=file
    )
    if offset.offset != begin:
        return False
    offset.offset = end
    offset.save(update_fields=["offset"])
    return True


def forget_log(*, deployment_id: UUID, file: str) -> None:
    """Forget a log that is about to be deleted: its inode will be that of another file."""
    CallLogOffset.objects.filter(deployment_id=deployment_id, file=file).delete()
