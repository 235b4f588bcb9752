"""Shapes of labelling."""

from __future__ import annotations

from rest_framework import serializers

from backend.annotation.kinds import MAX_REGIONS, MAX_RELATIONS, MAX_TEXTS
from backend.annotation.models import Source
from backend.annotation.shapes import MAX_TEXT, GivenRegionSerializer, GivenRelationSerializer
from backend.api.serializers import (
    InputSerializer,
    OutputSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictFloatField,
    StrictIntegerField,
    StrictUUIDField,
)
from backend.datasets.serializers.samples import (
    RevisionSerializer,
    SampleSerializer,
    SelectionSerializer,
)

MODES = ("set", "add", "remove", "clear", "negative")
MAX_BATCH = 500
GIVEN_SOURCES = (Source.HUMAN.value, Source.MODEL.value)


class LabelIdsField(serializers.ListField):
    """Ids of labels, each once."""

    child = StrictUUIDField()

    def __init__(self, **arguments: object) -> None:
        super().__init__(max_length=1000, **arguments)  # type: ignore[arg-type]


class RevisionGuardSerializer(InputSerializer):
    """The revision that the caller saw."""

    revision = StrictIntegerField(min_value=0, max_value=2**31 - 1)


class AnnotatedBySerializer(InputSerializer):
    """Whether what is new was marked by the person, or is a model's suggestion they accepted."""

    source = serializers.ChoiceField(GIVEN_SOURCES, required=False)  # type: ignore[assignment]


class SampleLabelsSerializer(RevisionGuardSerializer, AnnotatedBySerializer):
    """All labels that a sample shall have; none and ``is_negative``: it shows none of them."""

    label_ids = LabelIdsField()
    is_negative = StrictBooleanField(required=False)


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


class SampleAnnotationsSerializer(RevisionGuardSerializer, AnnotationSerializer):
    """All that a sample shall be annotated with from now on; what is left out becomes empty."""


class BatchItemSerializer(RevisionGuardSerializer):
    """One sample of a batch."""

    sample_id = StrictUUIDField()


class LabelBatchSerializer(AnnotatedBySerializer):
    """The same change of many samples."""

    items = serializers.ListField(
        child=BatchItemSerializer(), allow_empty=False, max_length=MAX_BATCH
    )
    label_ids = LabelIdsField()
    mode = serializers.ChoiceField(MODES)


class LabelSelectionSerializer(SelectionSerializer):
    """The same change of all samples of a selection, whoever annotated them last."""

    label_ids = LabelIdsField()
    mode = serializers.ChoiceField(MODES)


class LabelConflictSerializer(OutputSerializer):
    """A sample that somebody else changed meanwhile, and its revision now."""

    sample_id = serializers.UUIDField()
    revision = serializers.IntegerField()


class LabelBatchResultSerializer(OutputSerializer):
    """The samples that were changed and those that were not."""

    samples = SampleSerializer(many=True)
    conflicts = LabelConflictSerializer(many=True)


class SampleRefSerializer(OutputSerializer):
    """A sample by name."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class AnnotationHistorySerializer(RevisionSerializer):
    """Who labelled what, when."""

    sample = SampleRefSerializer()
