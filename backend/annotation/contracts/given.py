"""All that a request may say of a sample."""

from __future__ import annotations

from rest_framework import serializers

from backend.annotation.contracts import Source
from backend.annotation.contracts.kinds import MAX_REGIONS, MAX_RELATIONS
from backend.annotation.contracts.shapes import (
    MAX_TEXT,
    GivenRegionSerializer,
    GivenRelationSerializer,
)
from backend.api.serializers import (
    InputSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictFloatField,
    StrictUUIDField,
)
from engine.catalog.kinds import MAX_TEXTS

GIVEN_SOURCES = (Source.HUMAN.value, Source.MODEL.value)


class LabelIdsField(serializers.ListField):
    """Ids of labels, each once."""

    child = StrictUUIDField()

    def __init__(self, **arguments: object) -> None:
        super().__init__(max_length=1000, **arguments)  # type: ignore[arg-type]


class AnnotatedBySerializer(InputSerializer):
    """Whether what is new was marked by the person, or is a model's suggestion they accepted."""

    source = serializers.ChoiceField(GIVEN_SOURCES, required=False)  # type: ignore[assignment]


class AnnotationSerializer(AnnotatedBySerializer):
    """All that is said of a sample; what is left out is empty.

    Where everything is empty the sample is not annotated, unless it ``is_negative``: then there is
    nothing to annotate in it. Which parts are used depends on the annotation kind of the dataset's
    task.
    """

    label_ids = LabelIdsField(required=False)
    regions = serializers.ListField(
        child=GivenRegionSerializer(), required=False, max_length=MAX_REGIONS
    )
    relations = serializers.ListField(
        child=GivenRelationSerializer(), required=False, max_length=MAX_RELATIONS
    )
    texts = serializers.ListField(
        child=StrictCharField(max_length=MAX_TEXT, trim_whitespace=False),
        required=False,
        max_length=MAX_TEXTS,
    )
    value = StrictFloatField(required=False, allow_null=True)
    is_negative = StrictBooleanField(required=False)
