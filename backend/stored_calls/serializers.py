"""Shapes of stored calls."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.api.serializers import (
    InputSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictUUIDField,
)
from backend.api.shapes import serializer_of
from backend.stored_calls.contracts import (
    ORDERINGS,
    STATES,
    AddedCalls,
    StoredCallsSummary,
    StoredCallView,
)
from backend.stored_calls.models import StoredCall
from backend.stored_calls.services.adding import MAX_CALLS

StoredCallSerializer = serializer_of(
    StoredCallView,
    "StoredCall",
    reason=serializers.ChoiceField(choices=StoredCall.Reason.choices),
)


StoredCallsSummarySerializer = serializer_of(StoredCallsSummary)


AddedCallsSerializer = serializer_of(AddedCalls)


class StoredCallQuery(serializers.Serializer[Any]):
    """Which stored calls to list."""

    reason = serializers.ChoiceField(choices=StoredCall.Reason.choices, required=False)
    # DRF takes declared fields off the class, so this does not hide its property of that name.
    label = serializers.CharField(required=False)  # type: ignore[assignment]
    revision = serializers.IntegerField(required=False, min_value=1)
    below_score = serializers.FloatField(required=False, min_value=0, max_value=1)
    state = serializers.ChoiceField(choices=STATES, required=False)
    ordering = serializers.ChoiceField(choices=ORDERINGS, default="-called_at")


class StoredCallFileQuery(serializers.Serializer[Any]):
    """In which size to get the file of a call, where it can be shown as an image."""

    size = serializers.ChoiceField(choices=(160, 320, 640), required=False)


class CallsToAddSerializer(InputSerializer):
    """Stored calls to make samples of.

    ``answer_column`` is for tables: where the right answer of each row is to stand.
    """

    call_ids = serializers.ListField(
        child=StrictUUIDField(), allow_empty=False, max_length=MAX_CALLS
    )
    dataset_id = StrictUUIDField()
    suggests = StrictBooleanField(default=True)
    answer_column = StrictCharField(max_length=200, required=False)


class CallsToDeleteSerializer(InputSerializer):
    """Stored calls to delete; without ids, all of the endpoint."""

    call_ids = serializers.ListField(
        child=StrictUUIDField(), allow_empty=False, max_length=MAX_CALLS, required=False
    )
