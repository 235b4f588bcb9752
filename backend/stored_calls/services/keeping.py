"""How long stored calls stay, and how much of them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet, Sum
from django.utils import timezone

from backend.accounts.contracts import Caller
from backend.deployments.contracts import StoringEndpoint
from backend.deployments.selectors import storing_endpoint
from backend.deployments.services import acts
from backend.files.services.blobs import delete_unused
from backend.stored_calls.models import StoredCall

_BATCH = 500


def delete_calls(*, deployment_id: UUID, ids: Collection[UUID] | None, deleted_by: Caller) -> int:
    """Delete stored calls for good, all of an endpoint without ``ids``; return how many.

    Samples that they became stay.
    """
    rows = StoredCall.objects.filter(deployment_id=deployment_id)
    num = _delete(rows if ids is None else rows.filter(id__in=list(ids)))
    acts.record_of(
        deployment_id, "stored_calls.deleted", actor_id=deleted_by.user_id, num_calls=str(num)
    )
    return num


def keep_within(endpoint: StoringEndpoint) -> int:
    """Delete what is older, or more, than the owner of an endpoint allows; return how many."""
    sampling = endpoint.sampling
    if sampling is None:
        return 0
    rows = StoredCall.objects.filter(deployment_id=endpoint.id)
    num = _delete(rows.filter(called_at__lt=timezone.now() - timedelta(days=sampling.keep_days)))
    num_bytes = rows.aggregate(sum=Sum("num_bytes", default=0))["sum"]
    too_many = num_bytes - sampling.max_megabytes * 2**20
    while too_many > 0:
        oldest = list(rows.order_by("called_at", "id").values_list("id", "num_bytes")[:_BATCH])
        if not oldest:
            # Somebody deleted them since they were summed up.
            break
        going = []
        for call_id, num_of_call in oldest:
            if too_many <= 0:
                break
            going.append(call_id)
            too_many -= num_of_call
        num += _delete(rows.filter(id__in=going))
    return num


def forget_old_calls() -> int:
    """Delete what is older than the owners of endpoints allow; return how many."""
    ids = StoredCall.objects.order_by().values_list("deployment_id", flat=True).distinct()
    endpoints = (storing_endpoint(one) for one in list(ids))
    return sum(keep_within(one) for one in endpoints if one is not None)


def _delete(rows: QuerySet[StoredCall]) -> int:
    """Delete rows and the files that nothing else refers to."""
    num = 0
    while found := dict(rows.order_by("id").values_list("id", "blob_id")[:_BATCH]):
        with transaction.atomic():
            deleted, _ = StoredCall.objects.filter(id__in=list(found)).delete()
        delete_unused(sha256 for sha256 in found.values() if sha256 is not None)
        num += deleted
    return num
