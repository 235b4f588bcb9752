"""Shapes of samples."""

from __future__ import annotations

from rest_framework import serializers

from backend.annotation.contracts import Source
from backend.annotation.shapes import RegionSerializer, RelationSerializer
from backend.api.serializers import (
    InputSerializer,
    OutputSerializer,
    PersonSerializer,
    StrictUUIDField,
)
from backend.suggestions.contracts import SUGGESTED
from engine.specs.data import Split

SPLITS = tuple(split.value for split in Split)
ORDERINGS = tuple(
    sign + name
    for name in ("created_at", "name", "bytes", "labelled_at", "priority")
    for sign in ("", "-")
)
THUMBNAIL_SIZES = (160, 320, 640)


class SampleLabelSerializer(OutputSerializer):
    """A label that a sample has."""

    id = serializers.UUIDField()
    source = serializers.ChoiceField(Source.choices)  # type: ignore[assignment]
    author = PersonSerializer(allow_null=True)


class RegionLabelSerializer(OutputSerializer):
    """How many regions of a sample have a label; ``null`` counts those without one."""

    id = serializers.UUIDField(allow_null=True)
    num = serializers.IntegerField()


class SampleSerializer(OutputSerializer):
    """One file of a dataset; facts that its medium does not have are ``null``.

    ``labels`` are those of the whole sample, ``region_labels`` sum up its regions.
    """

    id = serializers.UUIDField()
    dataset_id = serializers.UUIDField()
    name = serializers.CharField()
    width = serializers.IntegerField(allow_null=True)
    height = serializers.IntegerField(allow_null=True)
    duration_ms = serializers.IntegerField(allow_null=True)
    num_frames = serializers.IntegerField(allow_null=True)
    num_characters = serializers.IntegerField(allow_null=True)
    num_rows = serializers.IntegerField(allow_null=True)
    excerpt = serializers.CharField(allow_blank=True)
    bytes = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    revision = serializers.IntegerField()
    labelled_at = serializers.DateTimeField(allow_null=True)
    labels = SampleLabelSerializer(many=True)
    region_labels = RegionLabelSerializer(many=True)
    texts = serializers.ListField(child=serializers.CharField())
    value = serializers.FloatField(allow_null=True)
    trashed_at = serializers.DateTimeField(allow_null=True)
    split = serializers.ChoiceField(SPLITS, allow_null=True)


class AnnotatedSampleSerializer(SampleSerializer):
    """One file with everything that is said of it now."""

    regions = RegionSerializer(many=True)
    relations = RelationSerializer(many=True)


class RevisionLabelSerializer(OutputSerializer):
    """A label as it was called then."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class RevisionSerializer(OutputSerializer):
    """What a sample was annotated with after one act; ``null`` labels mean "not annotated"."""

    number = serializers.IntegerField()
    labels = RevisionLabelSerializer(many=True, allow_null=True)
    num_regions = serializers.IntegerField()
    num_relations = serializers.IntegerField()
    texts = serializers.ListField(child=serializers.CharField())
    value = serializers.FloatField(allow_null=True)
    source = serializers.ChoiceField(Source.choices)  # type: ignore[assignment]
    author = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()


class SampleDetailSerializer(AnnotatedSampleSerializer):
    """One file with all that is known of it."""

    blob_sha256 = serializers.CharField()
    media_type = serializers.CharField()
    created_by = PersonSerializer(allow_null=True)
    history = RevisionSerializer(many=True)


class SampleFilterSerializer(InputSerializer):
    """Which samples of a dataset."""

    label = serializers.ListField(child=serializers.UUIDField(), required=False, max_length=100)  # type: ignore[assignment]
    unlabelled = serializers.BooleanField(required=False)
    labelled = serializers.BooleanField(required=False)
    split = serializers.ChoiceField(SPLITS, required=False)
    version = serializers.UUIDField(required=False)
    search = serializers.CharField(required=False, allow_blank=True, max_length=200)
    trashed = serializers.BooleanField(required=False)
    source = serializers.ChoiceField(Source.choices, required=False)  # type: ignore[assignment]
    suggested = serializers.ChoiceField(SUGGESTED, required=False)


class SampleQuerySerializer(SampleFilterSerializer):
    """Which samples of a dataset, in which order."""

    ordering = serializers.ChoiceField(ORDERINGS, required=False)


class CountSerializer(OutputSerializer):
    """How many."""

    count = serializers.IntegerField()


class ImageQuerySerializer(InputSerializer):
    """The picture itself, or a thumbnail of this many pixels on its longer side."""

    size = serializers.ChoiceField(THUMBNAIL_SIZES, required=False)


class NextQuerySerializer(InputSerializer):
    """The sample to go on from."""

    after = serializers.UUIDField(required=False)


class NextUnlabelledSerializer(OutputSerializer):
    """The next sample to label, ``null`` when all are labelled."""

    sample = SampleSerializer(allow_null=True)
    num_unlabelled = serializers.IntegerField()


class SampleIdsSerializer(InputSerializer):
    """Which samples."""

    sample_ids = serializers.ListField(
        child=StrictUUIDField(), allow_empty=False, max_length=10_000
    )


class TrashedSerializer(OutputSerializer):
    """How many samples were moved."""

    num_trashed = serializers.IntegerField()


class RestoredSerializer(OutputSerializer):
    """How many samples came back."""

    num_restored = serializers.IntegerField()


class EmptySerializer(InputSerializer):
    """Nothing to say."""
