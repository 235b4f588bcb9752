"""What datasets bring to the apps below."""

from __future__ import annotations

from django.apps import AppConfig


class DatasetsConfig(AppConfig):
    """Registers what other apps ask of this one without knowing it."""

    name = "backend.datasets"

    def ready(self) -> None:
        """Register it."""
        from backend.accounts.contracts import FIGURES
        from backend.datasets.selectors.datasets import storage_bytes
        from backend.datasets.selectors.lineage import feeds_merges
        from backend.datasets.services.unused_files import delete_folders_of
        from backend.projects.contracts import ACTIVITIES, FOLDERS

        FIGURES.add("storage_bytes", storage_bytes)
        ACTIVITIES.add("A merging job", feeds_merges)
        FOLDERS.add("uploads and exports", delete_folders_of)
