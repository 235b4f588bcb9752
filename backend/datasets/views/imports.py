"""Uploads: files in batches, archives in chunks."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.parsers import MAX_MULTIPART_BYTES, FilesParser, OctetStreamParser
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.models import Dataset, Import
from backend.datasets.selectors import imports as selectors
from backend.datasets.selectors.datasets import require_dataset
from backend.datasets.serializers import imports as shapes
from backend.datasets.serializers.readings import ColumnPreviewSerializer, TablePreviewSerializer
from backend.datasets.services.importing import archives, imports, in_place, readings, sessions
from backend.datasets.services.importing.column_previews import preview_columns
from backend.datasets.services.importing.detection import detect_format
from backend.datasets.services.importing.references import Reference, add_references


class ImportsView(View):
    """``/datasets/{id}/imports``."""

    @operation(
        "create_import",
        body=shapes.NewImportSerializer,
        response=shapes.ImportSerializer,
        status=201,
        least=Role.DEVELOPER,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: Dataset) -> object:
        """Create an import."""
        fields = self.body(shapes.NewImportSerializer)
        session = sessions.open_import(dataset=dataset, created_by=self.caller, **fields)
        return selectors.describe(session)


class ImportDetectionView(View):
    """``/datasets/{id}/imports/detect``."""

    parser_classes = (FilesParser,)

    @operation(
        "detect_import_format",
        body=shapes.DetectionSerializer,
        response=shapes.FormatGuessesSerializer,
        least=Role.DEVELOPER,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: Dataset) -> object:
        """Detect the format of files by their names and the beginnings of some."""
        fields = self.body(shapes.DetectionSerializer)
        guesses = detect_format(dataset=dataset, names=fields["names"], heads=fields["files"])
        return {"guesses": guesses}


class TablePreviewView(View):
    """``/datasets/{id}/table-preview``."""

    parser_classes = (FilesParser,)

    @operation(
        "preview_table",
        body=shapes.TablePreviewSerializer,
        response=TablePreviewSerializer,
        least=Role.DEVELOPER,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: Dataset) -> object:
        """Preview how a table would be read, with its first rows; nothing is stored."""
        fields = self.body(shapes.TablePreviewSerializer)
        return readings.preview_table(
            content=fields["file"].take(),
            reading=fields["reading"],
            is_whole=fields["is_whole"] == "true",
        )


class ColumnPreviewView(View):
    """``/datasets/{id}/column-preview``."""

    parser_classes = (FilesParser,)

    @operation(
        "preview_column",
        body=shapes.ColumnPreviewSerializer,
        response=ColumnPreviewSerializer,
        least=Role.DEVELOPER,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: Dataset) -> object:
        """Preview the columns of a table and its first rows; nothing is stored."""
        fields = self.body(shapes.ColumnPreviewSerializer)
        return preview_columns(
            content=fields["file"].take(),
            name=fields["file"].path,
            format=fields["format"],
            reading=fields["reading"],
            mapping=fields["mapping"],
            is_whole=fields["is_whole"] == "true",
        )


class ImportView(View):
    """``/imports/{id}``."""

    @operation(
        "get_import",
        response=shapes.ImportSerializer,
        least=Role.VIEWER,
        about=selectors.require_import,
    )
    def get(self, request: Request, session: Import) -> object:
        """Get an import and its outcome so far."""
        return selectors.describe(session)


class ImportProblemsView(View):
    """``/imports/{id}/problems``."""

    @operation(
        "list_import_problems",
        response=shapes.ImportProblemSerializer(many=True),
        least=Role.VIEWER,
        about=selectors.require_import,
    )
    def get(self, request: Request, session: Import) -> Response:
        """List the problems of an import in the order they were found."""
        rows = selectors.problems_of(import_id=session.id)
        return self.page(rows, shapes.ImportProblemSerializer, ordering=("created_at", "id"))


class ImportKnownView(View):
    """``/imports/{id}/known``."""

    @operation(
        "check_known_files",
        body=shapes.HashesSerializer,
        response=shapes.KnownHashesSerializer,
        least=Role.DEVELOPER,
        about=selectors.require_import,
    )
    def post(self, request: Request, session: Import) -> object:
        """Check which contents are known and need no upload."""
        fields = self.body(shapes.HashesSerializer)
        return {"known": selectors.known(dataset_id=session.dataset_id, **fields)}


class ImportReferencesView(View):
    """``/imports/{id}/references``."""

    @operation(
        "create_references",
        body=shapes.FileReferencesSerializer,
        response=shapes.ReferenceOutcomesSerializer,
        least=Role.DEVELOPER,
        about=selectors.require_import,
    )
    def post(self, request: Request, session: Import) -> object:
        """Import the annotations of files whose contents the dataset has."""
        files = [Reference(**file) for file in self.body(shapes.FileReferencesSerializer)["files"]]
        outcomes = add_references(session=session, files=files, added_by=self.caller)
        return {"outcomes": outcomes}


class ImportFilesView(View):
    """``/imports/{id}/files``."""

    parser_classes = (FilesParser,)
    max_body_bytes = MAX_MULTIPART_BYTES

    @operation(
        "upload_import_files",
        body=shapes.ImportFilesSerializer,
        response=shapes.FileOutcomesSerializer,
        least=Role.DEVELOPER,
        about=selectors.require_import,
    )
    def post(self, request: Request, session: Import) -> object:
        """Upload files to an import."""
        files = self.body(shapes.ImportFilesSerializer)["files"]
        outcomes = imports.add_files(session=session, files=files, added_by=self.caller)
        return {"outcomes": outcomes}


class ImportArchivesView(View):
    """``/imports/{id}/archives``."""

    @operation(
        "create_archive",
        body=shapes.NewArchiveSerializer,
        response=shapes.ArchiveSerializer,
        status=201,
        least=Role.DEVELOPER,
        about=selectors.require_import,
    )
    def post(self, request: Request, session: Import) -> object:
        """Create a zip upload of an import."""
        fields = self.body(shapes.NewArchiveSerializer)
        archive = archives.announce_archive(session=session, **fields)
        return selectors.describe_archive(archive)


class ImportSourcesView(View):
    """``/imports/{id}/sources``."""

    @operation(
        "create_sources",
        body=shapes.NewSourceSerializer,
        response=shapes.ArchiveSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=selectors.require_import,
    )
    def post(self, request: Request, session: Import) -> object:
        """Import files in place: from a folder of the server, a bucket, or web addresses."""
        wanted = self.body(shapes.NewSourceSerializer)["place"]
        begin = in_place.BEGIN[wanted.pop("kind")]
        archive = begin(session=session, requested_by=self.caller, **wanted)
        return selectors.describe_archive(archive)


class ImportCloseView(View):
    """``/imports/{id}/close``."""

    @operation(
        "close_import",
        response=shapes.ImportSerializer,
        least=Role.DEVELOPER,
        about=selectors.require_import,
    )
    def post(self, request: Request, session: Import) -> object:
        """Close an import."""
        session = sessions.close_import(session=session, closed_by=self.caller)
        return selectors.describe(session)


class ArchiveView(View):
    """``/archives/{id}``."""

    @operation("get_archive", response=shapes.ArchiveSerializer, least=Role.DEVELOPER)
    def get(self, request: Request, archive_id: UUID) -> object:
        """Get the upload progress of a zip."""
        archive = selectors.require_archive(caller=self.caller, archive_id=archive_id)
        return selectors.describe_archive(archive)


class ArchiveChunksView(View):
    """``/archives/{id}/chunks``."""

    parser_classes = (OctetStreamParser,)
    max_body_bytes = archives.MAX_CHUNK

    @operation(
        "upload_archive_chunk",
        body={"application/octet-stream": OpenApiTypes.BINARY},
        query=shapes.ChunkQuerySerializer,
        response=shapes.ArchiveSerializer,
        least=Role.DEVELOPER,
    )
    def put(self, request: Request, archive_id: UUID) -> object:
        """Upload a chunk of a zip."""
        archive = selectors.require_archive(caller=self.caller, archive_id=archive_id)
        offset = self.query(shapes.ChunkQuerySerializer)["offset"]
        archive = archives.append_chunk(archive=archive, offset=offset, stream=request.data)
        return selectors.describe_archive(archive)


class ArchiveCompleteView(View):
    """``/archives/{id}/complete``."""

    @operation(
        "import_archive", response=shapes.ArchiveSerializer, status=202, least=Role.DEVELOPER
    )
    def post(self, request: Request, archive_id: UUID) -> object:
        """Import the samples of a complete zip."""
        archive = selectors.require_archive(caller=self.caller, archive_id=archive_id)
        archive = archives.complete_archive(archive=archive, requested_by=self.caller)
        return selectors.describe_archive(archive)
