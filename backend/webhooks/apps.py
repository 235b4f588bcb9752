"""What channels bring to the apps below."""

from __future__ import annotations

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    """Registers what other apps ask of this one without knowing it."""

    name = "backend.webhooks"

    def ready(self) -> None:
        """Register it."""
        from backend.accounts.contracts import DEPARTURES
        from backend.webhooks.services.channels import delete_channels_of

        DEPARTURES.add("channels", delete_channels_of)
