"""What endpoints bring to the apps below."""

from __future__ import annotations

from django.apps import AppConfig


class DeploymentsConfig(AppConfig):
    """Registers what other apps ask of this one without knowing it."""

    name = "backend.deployments"

    def ready(self) -> None:
        """Register it."""
        from backend.deployments.selectors import refs_by_version
        from backend.deployments.services.endpoints import stop_endpoints_of
        from backend.deployments.services.serving import delete_folders_of, is_serving
        from backend.model_registry.contracts.serving import SERVING
        from backend.projects.contracts import ACTIVITIES, FOLDERS, STOPS

        STOPS.add("endpoints", stop_endpoints_of)
        ACTIVITIES.add("A model server", is_serving)
        FOLDERS.add("model servers", delete_folders_of)
        SERVING.add("deployments", refs_by_version)
