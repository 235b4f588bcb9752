"""Shapes of frozen versions."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from backend.api.catalog import FORMATS
from backend.api.serializers import (
    InputSerializer,
    OutputSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictFloatField,
    StrictIntegerField,
    StrictUUIDField,
)
from backend.api.shapes import serializer_of
from backend.datasets.contracts import SampleFilter, VersionView
from backend.datasets.contracts.serializers.samples import SampleFilterSerializer
from backend.datasets.models import DatasetVersion
from backend.datasets.selectors.datumaro import DatumaroExportView
from backend.datasets.services.versioning.exports import Loss
from backend.jobs.contracts.serializers import JobSerializer
from engine.formats.datumaro_bridge.interpreter import DatumaroFormats

MAX_SEED = 2**31 - 1


class RandomSplitSerializer(InputSerializer):
    """Shares that add up to 1, drawn by a seed."""

    kind = serializers.ChoiceField(("random",))
    train = StrictFloatField(min_value=0, max_value=1)
    validation = StrictFloatField(min_value=0, max_value=1)
    test = StrictFloatField(min_value=0, max_value=1)
    seed = StrictIntegerField(min_value=0, max_value=MAX_SEED)


class CustomSplitSerializer(InputSerializer):
    """The content of another version is the validation part; a share of the rest is for testing."""

    kind = serializers.ChoiceField(("custom",))
    validation_version_id = StrictUUIDField()
    test = StrictFloatField(min_value=0, max_value=0.9)
    seed = StrictIntegerField(min_value=0, max_value=MAX_SEED)


class NamedSplitSerializer(InputSerializer):
    """The splits that the data names; shares of training where it names no validation or test."""

    kind = serializers.ChoiceField(("named",))
    validation = StrictFloatField(min_value=0, max_value=0.9)
    test = StrictFloatField(min_value=0, max_value=0.9)
    seed = StrictIntegerField(min_value=0, max_value=MAX_SEED)


@extend_schema_field(
    PolymorphicProxySerializer(
        component_name="SplitRecipe",
        serializers={
            "random": RandomSplitSerializer,
            "named": NamedSplitSerializer,
            "custom": CustomSplitSerializer,
        },
        resource_type_field_name="kind",
    )
)
class SplitRecipeField(serializers.Field[Any, Any, Any, Any]):
    """How samples are divided, told apart by ``kind``."""

    default_error_messages = {
        "kind_unknown": "Expected an object whose kind is random, named or custom."
    }
    kinds: dict[str, type[InputSerializer]] = {
        "random": RandomSplitSerializer,
        "named": NamedSplitSerializer,
        "custom": CustomSplitSerializer,
    }

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the recipe as JSON values.

        Raises:
            ValidationError: when the kind is unknown or one of its fields is wrong.
        """
        kind = data.get("kind") if isinstance(data, dict) else None
        if not isinstance(kind, str) or kind not in self.kinds:
            self.fail("kind_unknown")
        reader = self.kinds[kind](data=data)
        reader.is_valid(raise_exception=True)
        return {
            name: str(value) if name == "validation_version_id" else value
            for name, value in reader.validated_data.items()
        }

    def to_representation(self, value: Any) -> Any:
        """Return the stored recipe."""
        return value


class VersionLabelSerializer(OutputSerializer):
    """A label as it was when the version was frozen."""

    name = serializers.CharField()
    color = serializers.CharField()


class SplitCountsSerializer(OutputSerializer):
    """How many samples are in a split, and how many samples and regions have each label.

    ``negative`` are those that show nothing; ``null`` where the version does not count them.
    ``num_rows`` are the rows of its tables, ``null`` where it holds none. Tables that all stand in
    one split are divided row by row when a model is trained.
    """

    total = serializers.IntegerField()
    num_rows = serializers.IntegerField(allow_null=True)
    negative = serializers.IntegerField(allow_null=True)
    labels = serializers.DictField(child=serializers.IntegerField())
    regions = serializers.DictField(child=serializers.IntegerField())


class VersionCountsSerializer(OutputSerializer):
    """How many samples are in each split."""

    train = SplitCountsSerializer()
    validation = SplitCountsSerializer()
    test = SplitCountsSerializer()


class VersionCleaningSerializer(OutputSerializer):
    """A cleaning run that samples of a version went through.

    It changed ``num_changed`` of them, and left ``num_dropped`` samples out of the dataset.
    """

    run_id = serializers.UUIDField()
    name = serializers.CharField(allow_blank=True)
    steps = serializers.ListField(
        child=serializers.DictField(child=serializers.JSONField(allow_null=True))
    )
    num_changed = serializers.IntegerField()
    num_dropped = serializers.IntegerField()
    cleaned_at = serializers.DateTimeField()


DatasetVersionSerializer = serializer_of(
    VersionView,
    "DatasetVersion",
    state=serializers.ChoiceField(DatasetVersion.State.choices),
    split_recipe=SplitRecipeField(),
    labels=VersionLabelSerializer(many=True),
    counts=VersionCountsSerializer(),
    query=SampleFilterSerializer(),
    cleaning=VersionCleaningSerializer(many=True),
    job=JobSerializer(allow_null=True),
)


class NewVersionSerializer(InputSerializer):
    """How to freeze; without a split as the data names it, or else 70 to 15 to 15 at random."""

    note = StrictCharField(max_length=500, allow_blank=True, required=False)
    split = SplitRecipeField(required=False)
    include_unlabelled = StrictBooleanField(required=False)
    filter = SampleFilterSerializer(required=False)

    def validate_filter(self, value: Any) -> SampleFilter:
        """Return the filter."""
        return SampleFilter(**value)


class NamedSplitsSerializer(OutputSerializer):
    """How many samples came with the name of each split."""

    train = serializers.IntegerField()
    validation = serializers.IntegerField()
    test = serializers.IntegerField()


class VersionQuerySerializer(InputSerializer):
    """Which versions to list."""

    project = serializers.UUIDField()


class ExportQuerySerializer(InputSerializer):
    """The layout of the zip: one of the card's ``export_formats``, or always ``json_lines``."""

    format = serializers.ChoiceField(FORMATS)


DatumaroFormatsSerializer = serializer_of(DatumaroFormats)


class NewDatumaroExportSerializer(InputSerializer):
    """The format of datumaro's to write a version in."""

    format = StrictCharField(max_length=60)


ExportLossSerializer = serializer_of(
    Loss,
    "ExportLoss",
    part=serializers.CharField(
        default="", help_text="What has no place, such as attributes; empty where the code says it."
    ),
)


class ExportLossesSerializer(OutputSerializer):
    """What an export would leave out or change; empty when it loses nothing."""

    num = serializers.IntegerField()
    losses = ExportLossSerializer(many=True)


DatumaroExportSerializer = serializer_of(
    DatumaroExportView,
    losses=ExportLossSerializer(many=True),
    job=JobSerializer(allow_null=True),
)
