"""Shapes of labelling."""

from __future__ import annotations

from rest_framework import serializers

from backend.annotation.contracts.given import (
    AnnotatedBySerializer,
    AnnotationSerializer,
    LabelIdsField,
)
from backend.api.serializers import (
    InputSerializer,
    OutputSerializer,
    StrictBooleanField,
    StrictIntegerField,
    StrictUUIDField,
)
from backend.datasets.contracts.serializers.samples import (
    RevisionSerializer,
    SampleSerializer,
    SelectionSerializer,
)

MODES = ("set", "add", "remove", "clear", "negative")
MAX_BATCH = 500


class RevisionGuardSerializer(InputSerializer):
    """The revision that the caller saw."""

    revision = StrictIntegerField(min_value=0, max_value=2**31 - 1)


class SampleLabelsSerializer(RevisionGuardSerializer, AnnotatedBySerializer):
    """All labels that a sample shall have; none and ``is_negative``: it shows none of them."""

    label_ids = LabelIdsField()
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
