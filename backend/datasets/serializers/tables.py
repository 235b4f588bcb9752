"""Shapes of what a dataset of tables holds."""

from __future__ import annotations

from rest_framework import serializers

from backend.api.serializers import InputSerializer, OutputSerializer, StrictCharField
from backend.api.shapes import serializer_of
from backend.datasets.media.column_statistics import ColumnStatistics
from backend.datasets.selectors.tables import Column, TableView
from backend.datasets.serializers.readings import ReadingField
from engine.specs.spec import COLUMN_ROLES

COLUMN_KINDS = ("number", "category", "time", "text", "empty")
# Numbers that are codes, and short texts, can be taken for categories; nothing else is ours to say.
GIVEN_KINDS = ("category",)
MAX_COLUMNS = 10_000


class TableQuerySerializer(InputSerializer):
    """Which of the dataset's tables: one by its sample, else the latest."""

    sample = serializers.UUIDField(required=False)


TableColumnSerializer = serializer_of(
    Column,
    "TableColumn",
    without=("num_distinct_numbers",),
    kind=serializers.ChoiceField(COLUMN_KINDS),
    guessed_kind=serializers.ChoiceField(COLUMN_KINDS),
    role=serializers.ChoiceField(COLUMN_ROLES, allow_null=True),
)


TableSerializer = serializer_of(
    TableView,
    columns=TableColumnSerializer(many=True),
    reading=ReadingField(allow_null=True),
)


class RowsQuerySerializer(TableQuerySerializer):
    """Which rows: so many from a place on."""

    offset = serializers.IntegerField(min_value=0, max_value=2**53, default=0)
    limit = serializers.IntegerField(min_value=1, max_value=200, default=100)


class RowsSerializer(OutputSerializer):
    """Some rows of a table; ``num_rows`` is how many it has."""

    num_rows = serializers.IntegerField()
    offset = serializers.IntegerField()
    rows = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField(allow_null=True))
    )


class CommonValueSerializer(OutputSerializer):
    """A value and in how many rows it stands."""

    value = serializers.CharField()
    num = serializers.IntegerField()


ColumnStatisticsSerializer = serializer_of(
    ColumnStatistics,
    top=CommonValueSerializer(many=True),
)


class TableStatisticsSerializer(OutputSerializer):
    """All columns of a table over all its rows."""

    num_rows = serializers.IntegerField()
    columns = ColumnStatisticsSerializer(many=True)


class GivenColumnSerializer(InputSerializer):
    """What is said of a column; null takes it back."""

    name = StrictCharField(max_length=10_000, trim_whitespace=False)
    kind = serializers.ChoiceField(GIVEN_KINDS, allow_null=True, required=False)
    role = serializers.ChoiceField(COLUMN_ROLES, allow_null=True, required=False)


class GivenColumnsSerializer(InputSerializer):
    """What is said of some columns of a dataset's tables; the others stay as they are."""

    columns = serializers.ListField(
        child=GivenColumnSerializer(), allow_empty=False, max_length=MAX_COLUMNS
    )
