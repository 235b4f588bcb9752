"""Shapes of inspections, findings and fixes."""

from __future__ import annotations

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from backend.api.serializers import (
    InputSerializer,
    OutputSerializer,
    PersonSerializer,
    StrictUUIDField,
)
from backend.datasets.contracts.serializers.samples import SampleSerializer
from backend.jobs.contracts.serializers import JobSerializer
from backend.quality.models import Fix, Inspection
from engine.catalog.quality import FindingKind, FixKind, Severity

KINDS = tuple(kind.value for kind in FindingKind)
FIX_KINDS = tuple(fix.value for fix in FixKind)
SEVERITIES = tuple(severity.value for severity in Severity)


class NewInspectionSerializer(InputSerializer):
    """What to inspect: the live samples, or those of a frozen version."""

    version_id = StrictUUIDField(required=False, allow_null=True)


class FixSerializer(OutputSerializer):
    """What was done about a finding."""

    id = serializers.UUIDField()
    finding_id = serializers.UUIDField()
    kind = serializers.ChoiceField(FIX_KINDS)
    state = serializers.ChoiceField(Fix.State.choices)
    num_changed = serializers.IntegerField()
    num_skipped = serializers.IntegerField()
    job = JobSerializer(allow_null=True)
    created_by = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()


class QualityFindingSerializer(OutputSerializer):
    """One kind of thing that was found.

    ``num_open`` is how many samples its fix would change; ``params`` fill its sentence.
    """

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(KINDS)
    severity = serializers.ChoiceField(SEVERITIES)
    num_samples = serializers.IntegerField()
    num_groups = serializers.IntegerField()
    num_open = serializers.IntegerField()
    params = serializers.DictField(child=serializers.JSONField(allow_null=True))
    fixes = serializers.ListField(child=serializers.ChoiceField(FIX_KINDS))
    first = serializers.ListField(child=serializers.UUIDField())
    fix = FixSerializer(allow_null=True)


class HistogramSerializer(OutputSerializer):
    """How often values fall between edges."""

    kind = serializers.ChoiceField(("histogram",))
    name = serializers.CharField()
    unit = serializers.CharField(allow_blank=True)
    edges = serializers.ListField(child=serializers.FloatField())
    counts = serializers.ListField(child=serializers.IntegerField())


class BarsSerializer(OutputSerializer):
    """A number for each of some names."""

    kind = serializers.ChoiceField(("bars",))
    name = serializers.CharField()
    labels = serializers.ListField(child=serializers.CharField())
    counts = serializers.ListField(child=serializers.IntegerField())


class HeatMapSerializer(OutputSerializer):
    """Numbers over a grid, from the top."""

    kind = serializers.ChoiceField(("heat_map",))
    name = serializers.CharField()
    rows = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))


@extend_schema_field(
    PolymorphicProxySerializer(
        component_name="QualityChart",
        serializers={
            "histogram": HistogramSerializer,
            "bars": BarsSerializer,
            "heat_map": HeatMapSerializer,
        },
        resource_type_field_name="kind",
    )
)
class ChartField(serializers.JSONField):
    """A chart, told apart by ``kind``."""


class SkippedCheckSerializer(OutputSerializer):
    """A check that was not made, and why."""

    check = serializers.CharField()
    reason = serializers.CharField()
    params = serializers.DictField(child=serializers.JSONField(allow_null=True))


class InspectionSerializer(OutputSerializer):
    """An inspection without what it found.

    ``has_changed_since`` tells that the live samples are not those any more that were inspected.
    """

    id = serializers.UUIDField()
    dataset_id = serializers.UUIDField()
    version_id = serializers.UUIDField(allow_null=True)
    version_number = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(Inspection.State.choices)
    num_samples = serializers.IntegerField()
    num_found = serializers.IntegerField()
    data_at = serializers.DateTimeField(allow_null=True)
    has_changed_since = serializers.BooleanField()
    job = JobSerializer(allow_null=True)
    created_by = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()


class InspectionDetailSerializer(InspectionSerializer):
    """An inspection with everything that was found."""

    findings = QualityFindingSerializer(many=True)
    charts = serializers.ListField(child=ChartField())
    skipped = SkippedCheckSerializer(many=True)
    thresholds = serializers.DictField(child=serializers.FloatField())


class FoundSampleSerializer(OutputSerializer):
    """A sample of a finding; ``sample`` is null when it was deleted since."""

    id = serializers.IntegerField()
    sample_id = serializers.UUIDField()
    group = serializers.IntegerField(allow_null=True)
    is_kept = serializers.BooleanField()
    is_fixed = serializers.BooleanField()
    score = serializers.FloatField()
    suggested = serializers.CharField(allow_blank=True)
    params = serializers.DictField(child=serializers.JSONField(allow_null=True))
    sample = SampleSerializer(allow_null=True)


class NewFixSerializer(InputSerializer):
    """Which fix, and for which samples of the finding; all of them by default."""

    kind = serializers.ChoiceField(FIX_KINDS)
    sample_ids = serializers.ListField(
        child=StrictUUIDField(), allow_empty=False, max_length=10_000, required=False
    )
