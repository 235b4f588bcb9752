"""Shapes of geometries, regions and relations, as requests and answers hold them."""

from __future__ import annotations

from typing import Any

import pydantic
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from backend.annotation.contracts import Source
from backend.annotation.contracts.attributes import MAX_NAME, MAX_PER_REGION, storable
from backend.annotation.contracts.kinds import MAX_KEY, MAX_POINTS
from backend.annotation.contracts.states import Region, Relation
from backend.api.people import PersonSerializer
from backend.api.serializers import (
    InputSerializer,
    NameField,
    OutputSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictFloatField,
    StrictUUIDField,
)
from backend.api.shapes import serializer_of
from engine.specs.samples.geometry import (
    Box,
    FrameBox,
    Geometry,
    KeyPoint,
    Mask,
    Polygon,
    Quad,
    Segment,
    Span,
)

MAX_TEXT = 100_000
_GEOMETRY: pydantic.TypeAdapter[Any] = pydantic.TypeAdapter(Geometry)


class PointField(serializers.ListField):
    """A point (x, y) in pixels."""

    child = serializers.FloatField()

    def __init__(self, **arguments: Any) -> None:
        super().__init__(min_length=2, max_length=2, **arguments)


BoxSerializer = serializer_of(Box)


QuadSerializer = serializer_of(
    Quad,
    points=serializers.ListField(child=PointField(), min_length=4, max_length=4),
)


PolygonSerializer = serializer_of(
    Polygon,
    rings=serializers.ListField(
        child=serializers.ListField(child=PointField(), min_length=3), min_length=1
    ),
)


MaskSerializer = serializer_of(
    Mask,
    size=serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2),
)


SpanSerializer = serializer_of(
    Span,
    start=serializers.IntegerField(min_value=0),
    end=serializers.IntegerField(min_value=1),
)


SegmentSerializer = serializer_of(
    Segment,
    start_ms=serializers.IntegerField(min_value=0),
    end_ms=serializers.IntegerField(min_value=1),
)


FrameBoxSerializer = serializer_of(
    FrameBox,
    frame=serializers.IntegerField(min_value=0),
    track=serializers.IntegerField(min_value=0),
)


@extend_schema_field(
    PolymorphicProxySerializer(
        component_name="Geometry",
        serializers={
            "box": BoxSerializer,
            "quad": QuadSerializer,
            "polygon": PolygonSerializer,
            "mask": MaskSerializer,
            "span": SpanSerializer,
            "segment": SegmentSerializer,
            "frame_box": FrameBoxSerializer,
        },
        resource_type_field_name="kind",
    )
)
class GeometryField(serializers.Field[Any, Any, Any, Any]):
    """Where in a sample something is, told apart by ``kind``."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the geometry as JSON values.

        Raises:
            ValidationError: when it is none; says which part is wrong.
        """
        try:
            geometry = _GEOMETRY.validate_python(data, strict=False)
        except pydantic.ValidationError as error:
            first = error.errors(include_url=False, include_context=False, include_input=False)[0]
            place = ".".join(str(part) for part in first["loc"])
            message = f"{place}: {first['msg']}" if place else first["msg"]
            raise serializers.ValidationError(message, code="geometry_invalid") from error
        document: dict[str, Any] = geometry.model_dump(mode="json")
        return document

    def to_representation(self, value: Any) -> Any:
        """Return the stored geometry."""
        return value


KeyPointSerializer = serializer_of(KeyPoint)


class GivenKeyPointSerializer(InputSerializer):
    """A named point that an object shall have; covered ones are not visible."""

    name = NameField(max_length=MAX_KEY)
    x = StrictFloatField()
    y = StrictFloatField()
    is_visible = StrictBooleanField(required=False, default=True)


@extend_schema_field(
    {
        "type": "object",
        "additionalProperties": {
            "oneOf": [{"type": "string"}, {"type": "number"}, {"type": "boolean"}]
        },
    }
)
class AttributesField(serializers.Field[Any, Any, Any, Any]):
    """Attributes by name: texts, numbers and flags."""

    default_error_messages = {
        "not_attributes": f"Expected an object of at most {MAX_PER_REGION} texts, numbers and "
        f"flags, by names of at most {MAX_NAME} characters.",
    }

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the attributes.

        Raises:
            ValidationError: when a value is none of these, or too large.
        """
        if not isinstance(data, dict) or not all(
            isinstance(name, str) and isinstance(value, str | int | float | bool)
            for name, value in data.items()
        ):
            self.fail("not_attributes")
        kept, num_left_out = storable(data)
        if num_left_out or kept.keys() != data.keys():
            self.fail("not_attributes")
        return kept

    def to_representation(self, value: Any) -> Any:
        """Return the stored attributes."""
        return value


class RegionSerializer(OutputSerializer):
    """A marked part of a sample, and who marked it."""

    id = serializers.CharField()
    label_id = serializers.UUIDField(allow_null=True)
    geometry = GeometryField()
    text = serializers.CharField(allow_null=True, allow_blank=True)
    points = KeyPointSerializer(many=True)
    attributes = AttributesField()
    source = serializers.ChoiceField(Source.choices)  # type: ignore[assignment]
    author = PersonSerializer(allow_null=True)


class RelationSerializer(OutputSerializer):
    """A directed relation between two regions, by their ids."""

    label_id = serializers.UUIDField()
    subject = serializers.CharField()
    object = serializers.CharField()
    source = serializers.ChoiceField(Source.choices)  # type: ignore[assignment]
    author = PersonSerializer(allow_null=True)


class GivenRegionSerializer(InputSerializer):
    """A region that a sample shall have; ``id`` is the client's, unique within the sample."""

    id = StrictCharField(max_length=MAX_KEY)
    label_id = StrictUUIDField(allow_null=True, required=False, default=None)
    geometry = GeometryField()
    text = StrictCharField(
        allow_null=True,
        allow_blank=True,
        required=False,
        default=None,
        max_length=MAX_TEXT,
        trim_whitespace=False,
    )
    points = serializers.ListField(
        child=GivenKeyPointSerializer(), required=False, default=list, max_length=MAX_POINTS
    )
    attributes = AttributesField(required=False, default=dict)

    def to_internal_value(self, data: Any) -> Region:
        """Return the region."""
        fields = super().to_internal_value(data)
        return Region(
            fields["id"],
            fields["label_id"],
            fields["geometry"],
            fields["text"],
            tuple(dict(point) for point in fields["points"]),
            fields["attributes"],
        )


class GivenRelationSerializer(InputSerializer):
    """A relation that a sample shall have; its ends are ids of regions."""

    label_id = StrictUUIDField()
    subject = StrictCharField(max_length=MAX_KEY)
    object = StrictCharField(max_length=MAX_KEY)

    def to_internal_value(self, data: Any) -> Relation:
        """Return the relation."""
        fields = super().to_internal_value(data)
        return Relation(fields["label_id"], fields["subject"], fields["object"])
