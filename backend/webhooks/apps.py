"""What channels bring to the apps below."""

from __future__ import annotations

from uuid import UUID

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    """Registers what other apps ask of this one without knowing it."""

    name = "backend.webhooks"

    def ready(self) -> None:
        """Register it."""
        from backend.accounts.contracts import DEPARTURES

        DEPARTURES.add("channels", _delete_channels_of)


def _delete_channels_of(*, organisation_id: UUID, user_id: UUID, actor_id: UUID) -> None:
    # Imported when it is asked for: what posts to addresses is much to load.
    from backend.webhooks.services.channels import delete_channels_of

    delete_channels_of(organisation_id=organisation_id, user_id=user_id, actor_id=actor_id)
