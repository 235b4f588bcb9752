"""What the API shows and takes about training."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.annotation.contracts.shapes import GeometryField, KeyPointSerializer
from backend.api.catalog import TIERS
from backend.api.serializers import (
    InputSerializer,
    NameField,
    OutputSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictIntegerField,
    StrictUUIDField,
)
from backend.api.shapes import serializer_of
from backend.training.contracts import (
    BackboneEstimate,
    PreviewedImage,
    PreviewedVariant,
    PreviewView,
)
from backend.training.contracts.serializers import TARGET_KEYS
from engine.specs.events import CandidateEvent
from engine.validation.checks import Finding


class TrainingRunQuery(serializers.Serializer[Any]):
    """Which runs to list; trials are listed only with their ``study``."""

    project = serializers.UUIDField()
    state = serializers.ChoiceField(
        choices=("queued", "running", "succeeded", "failed", "cancelled"), required=False
    )
    study = serializers.UUIDField(required=False)


class TrainingRunCreateSerializer(InputSerializer):
    """A run to start."""

    project_id = StrictUUIDField()
    name = NameField(max_length=120, required=False)
    dataset_version_ids = serializers.ListField(
        child=StrictUUIDField(), min_length=1, max_length=20
    )
    target = serializers.ChoiceField(choices=TARGET_KEYS)
    tier = serializers.ChoiceField(choices=TIERS)
    backbone = StrictCharField(max_length=60)
    options = serializers.DictField(child=serializers.JSONField(allow_null=True), default=dict)
    seed = StrictIntegerField(min_value=0, max_value=2**31 - 1, default=0)
    initial_model_version_id = StrictUUIDField(required=False, allow_null=True)
    pretrained = StrictBooleanField(required=False, allow_null=True, default=None)


class TrainingRunUpdateSerializer(InputSerializer):
    """What may change of a run: its name."""

    name = NameField(max_length=120)


class TrainingRunRerunSerializer(InputSerializer):
    """How a repetition differs."""

    seed = StrictIntegerField(min_value=0, max_value=2**31 - 1, required=False)


class DataCheckSerializer(InputSerializer):
    """Data to look at before training, with the options of the run, which may name columns."""

    dataset_version_ids = serializers.ListField(
        child=StrictUUIDField(), min_length=1, max_length=20
    )
    task_options = serializers.DictField(
        child=serializers.JSONField(allow_null=True), required=False
    )


FindingSerializer = serializer_of(
    Finding,
    sample_ids=serializers.ListField(child=serializers.UUIDField()),
)


class TrainingCheckSerializer(OutputSerializer):
    """What the check found; empty when all is well."""

    findings = FindingSerializer(many=True)


class RunEstimateSerializer(InputSerializer):
    """A run whose length is asked for."""

    dataset_version_ids = serializers.ListField(
        child=StrictUUIDField(), min_length=1, max_length=20
    )
    backbone = StrictCharField(max_length=60)
    options = serializers.DictField(child=serializers.JSONField(allow_null=True), default=dict)
    target = serializers.ChoiceField(choices=TARGET_KEYS)


BackboneEstimateSerializer = serializer_of(
    BackboneEstimate,
    tier=serializers.ChoiceField(choices=TIERS),
    basis=serializers.ChoiceField(choices=("measured", "estimated", "unknown")),
)


class TrainingEstimateSerializer(OutputSerializer):
    """An estimate for each backbone that suits the target."""

    backbones = BackboneEstimateSerializer(many=True)


class MetricSeriesSerializer(OutputSerializer):
    """One curve; a point is ``[step, epoch, value]``."""

    split = serializers.ChoiceField(choices=("train", "validation", "test"))
    metric = serializers.CharField()
    points = serializers.ListField(child=serializers.ListField(child=serializers.FloatField()))


CandidateSerializer = serializer_of(
    CandidateEvent, "TrainingCandidate", without=("seq", "time", "kind")
)


class TrainingMetricsSerializer(OutputSerializer):
    """What a run measured: its curves, and the models that it tried beside each other.

    Only tasks that choose among several models, as those of tables do, have ``candidates``; they
    stand in the order in which they were tried.
    """

    series = MetricSeriesSerializer(many=True)
    candidates = CandidateSerializer(many=True)


class ResourcePointSerializer(OutputSerializer):
    """What a run used at a moment; ``null`` is what nothing there measures.

    ``cpu_percent`` is 100 for each busy core, of ``num_cores``.
    """

    number = serializers.IntegerField()
    time = serializers.DateTimeField()
    cpu_percent = serializers.FloatField()
    num_cores = serializers.IntegerField(allow_null=True, default=None)
    memory_bytes = serializers.IntegerField()
    memory_total_bytes = serializers.IntegerField(allow_null=True, default=None)
    samples_per_second = serializers.FloatField(allow_null=True, default=None)
    accelerator_percent = serializers.FloatField(allow_null=True, default=None)
    accelerator_memory_bytes = serializers.IntegerField(allow_null=True, default=None)
    accelerator_memory_total_bytes = serializers.IntegerField(allow_null=True, default=None)


class TrainingResourcesSerializer(OutputSerializer):
    """What a run used over its time."""

    points = ResourcePointSerializer(many=True)


class MetricsQuery(serializers.Serializer[Any]):
    """How finely to answer."""

    max_points = serializers.IntegerField(default=500, min_value=2, max_value=5000)


class TrainingLogSerializer(OutputSerializer):
    """The last lines a run wrote."""

    lines = serializers.ListField(child=serializers.CharField(allow_blank=True))
    total = serializers.IntegerField()


class LogQuery(serializers.Serializer[Any]):
    """How many lines to answer with."""

    tail = serializers.IntegerField(default=200, min_value=1, max_value=5000)


class AugmentationOptionsSerializer(InputSerializer):
    """The augmentation to show."""

    augmentation = serializers.DictField(child=serializers.JSONField(allow_null=True))


class AugmentationPreviewCreateSerializer(InputSerializer):
    """Samples to show with random changes."""

    dataset_version_id = StrictUUIDField()
    options = AugmentationOptionsSerializer()
    image_size = StrictIntegerField(min_value=8, max_value=1024, required=False)
    sample_ids = serializers.ListField(
        child=StrictUUIDField(), required=False, min_length=1, max_length=4
    )


class SeenRegionSerializer(OutputSerializer):
    """Something that training sees marked on an image, in the image's pixels."""

    id = serializers.CharField()
    label = serializers.CharField(allow_null=True)  # type: ignore[assignment]
    geometry = GeometryField()
    points = KeyPointSerializer(many=True)


AugmentedVariantSerializer = serializer_of(
    PreviewedVariant,
    "AugmentedVariant",
    regions=SeenRegionSerializer(many=True),
)


AugmentedImageSerializer = serializer_of(
    PreviewedImage,
    "AugmentedImage",
    original=AugmentedVariantSerializer(),
    variants=AugmentedVariantSerializer(many=True),
)


AugmentationPreviewSerializer = serializer_of(
    PreviewView,
    "AugmentationPreview",
    images=AugmentedImageSerializer(many=True),
)
