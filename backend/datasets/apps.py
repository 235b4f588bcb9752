"""What datasets bring to the apps below."""

from __future__ import annotations

from uuid import UUID

from django.apps import AppConfig


class DatasetsConfig(AppConfig):
    """Registers what other apps ask of this one without knowing it."""

    name = "backend.datasets"

    def ready(self) -> None:
        """Register it."""
        from backend.accounts.contracts import FIGURES
        from backend.datasets.selectors.datasets import storage_bytes
        from backend.datasets.selectors.lineage import feeds_merges
        from backend.projects.contracts import ACTIVITIES, FOLDERS

        FIGURES.add("storage_bytes", storage_bytes)
        ACTIVITIES.add("A merging job", feeds_merges)
        FOLDERS.add("uploads and exports", _delete_folders_of)


def _delete_folders_of(*, project_id: UUID) -> None:
    # Imported when it is asked for: formats and stores of files are much to load for a command.
    from backend.datasets.services.importing.unused_files import delete_folders_of

    delete_folders_of(project_id=project_id)
