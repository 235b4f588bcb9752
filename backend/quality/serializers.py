"""Shapes of inspections, findings and fixes."""

from __future__ import annotations

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from backend.api.serializers import InputSerializer, StrictUUIDField
from backend.api.shapes import serializer_of
from backend.datasets.contracts.serializers.samples import SampleSerializer
from backend.jobs.contracts.serializers import JobSerializer
from backend.quality.contracts import FindingView, FixView, InspectionDetailView, InspectionView
from backend.quality.models import Fix, Inspection
from backend.quality.selectors.found import FoundSampleView
from engine.catalog.quality import FindingKind, FixKind, Severity
from engine.specs.inspection import Bars, HeatMap, Histogram, SkippedCheck

KINDS = tuple(kind.value for kind in FindingKind)
FIX_KINDS = tuple(fix.value for fix in FixKind)
SEVERITIES = tuple(severity.value for severity in Severity)


class NewInspectionSerializer(InputSerializer):
    """What to inspect: the live samples, or those of a frozen version."""

    version_id = StrictUUIDField(required=False, allow_null=True)


FixSerializer = serializer_of(
    FixView,
    kind=serializers.ChoiceField(FIX_KINDS),
    state=serializers.ChoiceField(Fix.State.choices),
    job=JobSerializer(allow_null=True),
)


QualityFindingSerializer = serializer_of(
    FindingView,
    "QualityFinding",
    kind=serializers.ChoiceField(KINDS),
    severity=serializers.ChoiceField(SEVERITIES),
    fixes=serializers.ListField(child=serializers.ChoiceField(FIX_KINDS)),
    fix=FixSerializer(allow_null=True),
)


HistogramSerializer = serializer_of(Histogram)


BarsSerializer = serializer_of(Bars)


HeatMapSerializer = serializer_of(HeatMap)


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


SkippedCheckSerializer = serializer_of(
    SkippedCheck,
)


InspectionSerializer = serializer_of(
    InspectionView,
    state=serializers.ChoiceField(Inspection.State.choices),
    job=JobSerializer(allow_null=True),
)


InspectionDetailSerializer = serializer_of(
    InspectionDetailView,
    extends=InspectionSerializer,
    findings=QualityFindingSerializer(many=True),
    charts=serializers.ListField(child=ChartField()),
    skipped=SkippedCheckSerializer(many=True),
    thresholds=serializers.DictField(child=serializers.FloatField()),
)


FoundSampleSerializer = serializer_of(
    FoundSampleView,
    sample=SampleSerializer(allow_null=True),
)


class NewFixSerializer(InputSerializer):
    """Which fix, and for which samples of the finding; all of them by default."""

    kind = serializers.ChoiceField(FIX_KINDS)
    sample_ids = serializers.ListField(
        child=StrictUUIDField(), allow_empty=False, max_length=10_000, required=False
    )
