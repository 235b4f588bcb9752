"""Shapes of what a dataset of tables holds."""

from __future__ import annotations

from rest_framework import serializers

from backend.api.serializers import InputSerializer, OutputSerializer, StrictCharField
from backend.datasets.serializers.readings import ReadingField
from engine.specs.spec import COLUMN_ROLES

COLUMN_KINDS = ("number", "category", "time", "text", "empty")
# Numbers that are codes, and short texts, can be taken for categories; nothing else is ours to say.
GIVEN_KINDS = ("category",)
MAX_COLUMNS = 10_000


class TableQuerySerializer(InputSerializer):
    """Which of the dataset's tables: one by its sample, else the latest."""

    sample = serializers.UUIDField(required=False)


class TableColumnSerializer(OutputSerializer):
    """One column: what somebody said of it, and what its first rows tell.

    ``kind`` is what it is taken for, ``guessed_kind`` what it seems to be; ``role`` is the part
    that it has in training unless a run says otherwise. ``missing_share`` is the part of the rows
    that were read without a value, ``num_distinct`` how many different values they hold,
    ``examples`` the commonest of them. Of the cells with a value, ``num_numbers`` are finite
    numbers, ``num_infinite`` infinite ones, and ``num_words`` anything else.
    """

    name = serializers.CharField()
    kind = serializers.ChoiceField(COLUMN_KINDS)
    guessed_kind = serializers.ChoiceField(COLUMN_KINDS)
    role = serializers.ChoiceField(COLUMN_ROLES, allow_null=True)
    missing_share = serializers.FloatField()
    num_distinct = serializers.IntegerField()
    examples = serializers.ListField(child=serializers.CharField())
    num_numbers = serializers.IntegerField()
    num_infinite = serializers.IntegerField()
    num_words = serializers.IntegerField()


class TableSerializer(OutputSerializer):
    """One table, its first rows, and its columns as judged by ``num_rows_read`` of its rows.

    ``reading`` is how its file is read, null where nobody knows; ``is_changed`` tells one that was
    written anew to be read so.
    """

    sample_id = serializers.UUIDField()
    name = serializers.CharField()
    num_rows = serializers.IntegerField()
    num_rows_read = serializers.IntegerField()
    columns = TableColumnSerializer(many=True)
    rows = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField(allow_null=True))
    )
    reading = ReadingField(allow_null=True)
    is_changed = serializers.BooleanField()


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


class ColumnStatisticsSerializer(OutputSerializer):
    """What the cells of a column are, over all rows.

    ``num_distinct`` is null where there are more than 10,000 different values. ``edges`` and
    ``counts`` are a histogram of its numbers, of 10,000 random rows where there are more.
    """

    name = serializers.CharField()
    num_missing = serializers.IntegerField()
    num_distinct = serializers.IntegerField(allow_null=True)
    num_numbers = serializers.IntegerField()
    minimum = serializers.FloatField(allow_null=True)
    maximum = serializers.FloatField(allow_null=True)
    mean = serializers.FloatField(allow_null=True)
    deviation = serializers.FloatField(allow_null=True)
    edges = serializers.ListField(child=serializers.FloatField())
    counts = serializers.ListField(child=serializers.IntegerField())
    top = CommonValueSerializer(many=True)


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
