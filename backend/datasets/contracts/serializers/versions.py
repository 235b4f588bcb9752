"""Shapes of frozen versions."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from backend.api.catalog import FORMATS
from backend.api.serializers import (
    InputSerializer,
    OutputSerializer,
    PersonSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictFloatField,
    StrictIntegerField,
    StrictUUIDField,
)
from backend.datasets.contracts import SampleFilter
from backend.datasets.contracts.serializers.samples import SampleFilterSerializer
from backend.datasets.models import DatasetVersion
from backend.jobs.contracts.serializers import JobSerializer

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
    """

    total = serializers.IntegerField()
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


class DatasetVersionSerializer(OutputSerializer):
    """A frozen selection of samples with labels and splits."""

    id = serializers.UUIDField()
    dataset_id = serializers.UUIDField()
    dataset_name = serializers.CharField()
    project_id = serializers.UUIDField()
    number = serializers.IntegerField()
    note = serializers.CharField()
    state = serializers.ChoiceField(DatasetVersion.State.choices)
    multi_label = serializers.BooleanField()
    split_recipe = SplitRecipeField()
    labels = VersionLabelSerializer(many=True)
    counts = VersionCountsSerializer()
    num_samples = serializers.IntegerField()
    query = SampleFilterSerializer()
    cleaning = VersionCleaningSerializer(many=True)
    content_sha256 = serializers.CharField(allow_null=True)
    job = JobSerializer(allow_null=True)
    created_by = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()
    num_runs = serializers.IntegerField()


class NewVersionSerializer(InputSerializer):
    """How to freeze."""

    note = StrictCharField(max_length=500, allow_blank=True, required=False)
    split = SplitRecipeField()
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


class DatumaroFormatsSerializer(OutputSerializer):
    """Formats of datumaro's, beside those of the card; empty where it is not installed."""

    version = serializers.CharField(allow_blank=True)
    imports = serializers.ListField(child=serializers.CharField())
    exports = serializers.ListField(child=serializers.CharField())


class NewDatumaroExportSerializer(InputSerializer):
    """The format of datumaro's to write a version in."""

    format = StrictCharField(max_length=60)


class ExportLossSerializer(OutputSerializer):
    """One kind of thing that a layout cannot hold; ``places`` are the first few."""

    code = serializers.CharField()
    message = serializers.CharField()
    num = serializers.IntegerField()
    places = serializers.ListField(child=serializers.CharField())
    part = serializers.CharField(
        default="", help_text="What has no place, such as attributes; empty where the code says it."
    )


class ExportLossesSerializer(OutputSerializer):
    """What an export would leave out or change; empty when it loses nothing."""

    num = serializers.IntegerField()
    losses = ExportLossSerializer(many=True)


class DatumaroExportSerializer(OutputSerializer):
    """A version written in a format of datumaro's; ``url`` is its zip once the job is done."""

    id = serializers.UUIDField()
    format = serializers.CharField()
    num_samples = serializers.IntegerField(allow_null=True)
    num_annotations = serializers.IntegerField(allow_null=True)
    losses = ExportLossSerializer(many=True)
    job = JobSerializer(allow_null=True)
    url = serializers.CharField(allow_null=True)
