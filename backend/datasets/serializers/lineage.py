"""Shapes of what differs between versions, and of where they come from and go to."""

from __future__ import annotations

from rest_framework import serializers

from backend.api.serializers import (
    InputSerializer,
    NameField,
    OutputSerializer,
    PersonSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictUUIDField,
)
from backend.datasets.contracts.serializers.samples import SPLITS
from backend.datasets.selectors.diffs import Difference
from backend.jobs.contracts.serializers import JobSerializer

DIFFERENCES = tuple(one.value for one in Difference)


class DiffQuerySerializer(InputSerializer):
    """The version to compare with."""

    base = serializers.UUIDField()


class DiffSamplesQuerySerializer(DiffQuerySerializer):
    """The version to compare with, and in which way samples differ."""

    kind = serializers.ChoiceField(DIFFERENCES)


class LabelDifferenceSerializer(OutputSerializer):
    """How many samples show a label; ``null`` where there is no such label."""

    name = serializers.CharField()
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class VersionDiffSerializer(OutputSerializer):
    """How many samples differ, by content; ``num_moved`` are in another split."""

    base_id = serializers.UUIDField()
    version_id = serializers.UUIDField()
    num_added = serializers.IntegerField()
    num_removed = serializers.IntegerField()
    num_relabelled = serializers.IntegerField()
    num_moved = serializers.IntegerField()
    num_common = serializers.IntegerField()
    labels = LabelDifferenceSerializer(many=True)


class FrozenRegionLabelSerializer(OutputSerializer):
    """How many regions have a label; ``null`` counts those without one."""

    name = serializers.CharField(allow_null=True)
    num = serializers.IntegerField()


class FrozenSerializer(OutputSerializer):
    """What a version says of a sample."""

    split = serializers.ChoiceField(SPLITS)
    is_annotated = serializers.BooleanField()
    labels = serializers.ListField(child=serializers.CharField())
    region_labels = FrozenRegionLabelSerializer(many=True)
    texts = serializers.ListField(child=serializers.CharField())
    value = serializers.FloatField(allow_null=True)


class DifferentSampleSerializer(OutputSerializer):
    """A sample that differs; ``sample_id`` is ``null`` when it was deleted for good since."""

    sample_id = serializers.UUIDField(allow_null=True)
    name = serializers.CharField()
    before = FrozenSerializer(allow_null=True)
    after = FrozenSerializer(allow_null=True)


class VersionLinkSerializer(OutputSerializer):
    """A version, by what it is called."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    dataset_id = serializers.UUIDField()
    dataset_name = serializers.CharField()


class MergedVersionSerializer(OutputSerializer):
    """A version by what it was called, without ids once it is deleted for good."""

    id = serializers.UUIDField(allow_null=True)
    number = serializers.IntegerField()
    dataset_id = serializers.UUIDField(allow_null=True)
    dataset_name = serializers.CharField()


class DatasetLinkSerializer(OutputSerializer):
    """A dataset by name."""

    id = serializers.UUIDField()
    name = serializers.CharField()


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


class VersionMergeSerializer(OutputSerializer):
    """Samples of a version brought into a dataset."""

    id = serializers.UUIDField()
    version = MergedVersionSerializer()
    dataset = DatasetLinkSerializer()
    counts = MergeCountsSerializer()
    is_fork = serializers.BooleanField()
    job = JobSerializer(allow_null=True)
    created_by = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()


class VersionMergesSerializer(OutputSerializer):
    """What was merged into a dataset, newest first."""

    results = VersionMergeSerializer(many=True)


class RunUseSerializer(OutputSerializer):
    """A training run on a version; ``model_version_id`` is what it made, once it has."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.CharField()
    primary_metric = serializers.CharField()
    best_metric = serializers.FloatField(allow_null=True)
    model_version_id = serializers.UUIDField(allow_null=True)
    model_name = serializers.CharField(allow_null=True)
    model_number = serializers.IntegerField(allow_null=True)


class VersionLineageSerializer(OutputSerializer):
    """Where a version came from, and what was made of it."""

    version = VersionLinkSerializer()
    forked_from = MergedVersionSerializer(allow_null=True)
    merged_from = VersionMergeSerializer(many=True)
    runs = RunUseSerializer(many=True)
    forks = DatasetLinkSerializer(many=True)
    merged_into = VersionMergeSerializer(many=True)


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


class LabelPreviewSerializer(OutputSerializer):
    """A label of a version, and whether the dataset has one of this name."""

    name = serializers.CharField()
    num_samples = serializers.IntegerField()
    is_known = serializers.BooleanField()


class MergePreviewSerializer(OutputSerializer):
    """What a merge would meet: contents that are new, here already, or in the trash here."""

    num_samples = serializers.IntegerField()
    num_new = serializers.IntegerField()
    num_known = serializers.IntegerField()
    num_in_trash = serializers.IntegerField()
    labels = LabelPreviewSerializer(many=True)


class VersionNoteSerializer(InputSerializer):
    """Another note; all else of a version stays as it was frozen."""

    note = StrictCharField(max_length=500, allow_blank=True)
