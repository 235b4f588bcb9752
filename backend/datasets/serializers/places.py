"""Shapes of places that files are taken in from where they are."""

from __future__ import annotations

from rest_framework import serializers

from backend.api.serializers import InputSerializer, OutputSerializer
from backend.datasets.serializers.imports import FormatGuessSerializer


class SourceFolderSerializer(OutputSerializer):
    """A folder of the server that may be imported from."""

    number = serializers.IntegerField()
    name = serializers.CharField()


class SourcePlacesSerializer(OutputSerializer):
    """Where files may be taken in from without sending them, and what lies in one of the folders.

    ``below`` are the folders directly in the one that was asked for.
    """

    folders = SourceFolderSerializer(many=True)
    buckets = serializers.ListField(child=serializers.CharField())
    web = serializers.BooleanField()
    below = serializers.ListField(child=serializers.CharField())


class PlacesQuerySerializer(InputSerializer):
    """Which folder to look into."""

    folder = serializers.IntegerField(min_value=0, max_value=1000, required=False)
    path = serializers.CharField(max_length=1000, allow_blank=True, default="")


class FolderQuerySerializer(InputSerializer):
    """A folder of the server; ``path`` is below the allowed folder of that number."""

    folder = serializers.IntegerField(min_value=0, max_value=1000)
    path = serializers.CharField(max_length=1000, allow_blank=True, default="")


class FolderFileQuerySerializer(FolderQuerySerializer):
    """A file in a folder of the server, by its path below that."""

    name = serializers.CharField(max_length=1000)


class FoundTableSerializer(OutputSerializer):
    """A table in a folder of the server."""

    name = serializers.CharField()
    num_bytes = serializers.IntegerField()


class FolderPreviewSerializer(OutputSerializer):
    """What lies in a folder of the server and below, and the formats that it may be in.

    ``is_whole`` is false where more files lie there than are looked at.
    """

    num_files = serializers.IntegerField()
    is_whole = serializers.BooleanField()
    guesses = FormatGuessSerializer(many=True)
    tables = FoundTableSerializer(many=True)
