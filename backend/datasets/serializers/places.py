"""Shapes of places that files are taken in from where they are."""

from __future__ import annotations

from rest_framework import serializers

from backend.api.serializers import InputSerializer
from backend.api.shapes import serializer_of
from backend.datasets.serializers.imports import FormatGuessSerializer
from backend.datasets.services.importing.folder_previews import FolderPreview
from backend.datasets.services.importing.in_place import Folder, Places

SourceFolderSerializer = serializer_of(Folder, "SourceFolder")


SourcePlacesSerializer = serializer_of(
    Places,
    "SourcePlaces",
    folders=SourceFolderSerializer(many=True),
)


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


FolderPreviewSerializer = serializer_of(
    FolderPreview,
    guesses=FormatGuessSerializer(many=True),
)
