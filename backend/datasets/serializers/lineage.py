"""Shapes of what differs between versions, and of where they come from and go to."""

from __future__ import annotations

from rest_framework import serializers

from backend.api.serializers import (
    InputSerializer,
    NameField,
    OutputSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictUUIDField,
)
from backend.api.shapes import serializer_of
from backend.datasets.contracts.serializers.samples import SPLITS
from backend.datasets.selectors.diffs import (
    Diff,
    Difference,
    DifferentSample,
    Frozen,
)
from backend.datasets.selectors.lineage import (
    Lineage,
    MergePreview,
    MergeView,
)
from backend.jobs.contracts.serializers import JobSerializer

DIFFERENCES = tuple(one.value for one in Difference)


class DiffQuerySerializer(InputSerializer):
    """The version to compare with."""

    base = serializers.UUIDField()


class DiffSamplesQuerySerializer(DiffQuerySerializer):
    """The version to compare with, and in which way samples differ."""

    kind = serializers.ChoiceField(DIFFERENCES)


VersionDiffSerializer = serializer_of(Diff, "VersionDiff")


class FrozenRegionLabelSerializer(OutputSerializer):
    """How many regions have a label; ``null`` counts those without one."""

    name = serializers.CharField(allow_null=True)
    num = serializers.IntegerField()


FrozenSerializer = serializer_of(
    Frozen,
    split=serializers.ChoiceField(SPLITS),
    region_labels=FrozenRegionLabelSerializer(many=True),
)


DifferentSampleSerializer = serializer_of(
    DifferentSample,
    before=FrozenSerializer(allow_null=True),
    after=FrozenSerializer(allow_null=True),
)


class MergeCountsSerializer(OutputSerializer):
    """What became of samples, and how many labels and parts of statements were left behind."""

    added = serializers.IntegerField()
    duplicate = serializers.IntegerField()
    labelled = serializers.IntegerField()
    conflict_kept = serializers.IntegerField()
    conflict_replaced = serializers.IntegerField()
    in_trash = serializers.IntegerField()
    labels_left_out = serializers.IntegerField()
    parts_changed = serializers.IntegerField()


VersionMergeSerializer = serializer_of(
    MergeView,
    "VersionMerge",
    counts=MergeCountsSerializer(),
    job=JobSerializer(allow_null=True),
)


class VersionMergesSerializer(OutputSerializer):
    """What was merged into a dataset, newest first."""

    results = VersionMergeSerializer(many=True)


VersionLineageSerializer = serializer_of(
    Lineage,
    "VersionLineage",
    merged_from=VersionMergeSerializer(many=True),
    merged_into=VersionMergeSerializer(many=True),
)


class ForkSerializer(InputSerializer):
    """The dataset that a fork makes."""

    name = NameField(max_length=120)
    description = StrictCharField(max_length=2000, allow_blank=True, required=False)


class NewMergeSerializer(InputSerializer):
    """A version to merge; a label that is not named keeps its name, ``null`` leaves it behind."""

    version_id = StrictUUIDField()
    labels = serializers.DictField(
        child=StrictCharField(max_length=120, allow_null=True), required=False, default=dict
    )
    replace = StrictBooleanField(required=False)


class MergePreviewQuerySerializer(InputSerializer):
    """The version that would be merged."""

    version = serializers.UUIDField()


MergePreviewSerializer = serializer_of(MergePreview)


class VersionNoteSerializer(InputSerializer):
    """Another note; all else of a version stays as it was frozen."""

    note = StrictCharField(max_length=500, allow_blank=True)
