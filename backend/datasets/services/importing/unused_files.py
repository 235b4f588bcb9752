"""Files that work on datasets keeps beside the store: uploads on their way, and exports."""

from __future__ import annotations

import shutil
from uuid import UUID

from backend.datasets.models import Archive, DatumaroExport
from backend.datasets.services.importing.archives import archive_path
from backend.datasets.services.versioning.datumaro import export_folder


def delete_folders_of(*, project_id: UUID) -> None:
    """Delete the uploads and exports of a project; nobody may be at work on them any more."""
    for archive in Archive.objects.filter(import_session__dataset__project_id=project_id):
        shutil.rmtree(archive_path(archive).parent, ignore_errors=True)
    for export in DatumaroExport.objects.filter(version__dataset__project_id=project_id):
        shutil.rmtree(export_folder(export), ignore_errors=True)
