"""Shapes of what a dataset of tables holds."""

from __future__ import annotations

from rest_framework import serializers

from backend.api.serializers import InputSerializer, OutputSerializer

COLUMN_KINDS = ("number", "category", "time", "text", "empty")


class TableQuerySerializer(InputSerializer):
    """Which of the dataset's tables: one by its sample, else the latest."""

    sample = serializers.UUIDField(required=False)


class TableColumnSerializer(OutputSerializer):
    """One column, judged by the first rows.

    ``missing_share`` is the part of those rows without a value, ``num_distinct`` how many different
    values they hold, ``examples`` the commonest of them.
    """

    name = serializers.CharField()
    kind = serializers.ChoiceField(COLUMN_KINDS)
    missing_share = serializers.FloatField()
    num_distinct = serializers.IntegerField()
    examples = serializers.ListField(child=serializers.CharField())


class TableSerializer(OutputSerializer):
    """One table, its first rows, and its columns as judged by ``num_rows_read`` of its rows."""

    sample_id = serializers.UUIDField()
    name = serializers.CharField()
    num_rows = serializers.IntegerField()
    num_rows_read = serializers.IntegerField()
    columns = TableColumnSerializer(many=True)
    rows = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField(allow_null=True))
    )
