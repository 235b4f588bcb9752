"""Addresses and secrets of channels, readable with a key of this installation alone.

The address of a chat's robot is a secret, too: whoever knows it may write to the group.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings

from backend.api.errors import Unavailable
from backend.config.secret_files import keys_folder, stored_secret

if TYPE_CHECKING:
    from cryptography.fernet import Fernet


def sealed(text: str) -> str:
    """Return a text as only this installation reads it; nothing stays nothing."""
    return _fernet().encrypt(text.encode()).decode() if text else ""


def opened(text: str) -> str:
    """Return what was sealed.

    Raises:
        Unavailable: ``channel_sealed`` when the key is another one than it was sealed with.
    """
    from cryptography.fernet import InvalidToken

    try:
        return _fernet().decrypt(text.encode()).decode() if text else ""
    except InvalidToken as error:
        raise Unavailable(
            "The address of this channel was written with another key of this installation. "
            "Restore the folder 'keys' of its data, or make the channel again.",
            code="channel_sealed",
        ) from error


def _fernet() -> Fernet:
    # Imported where it is used: most processes never send anything.
    from cryptography.fernet import Fernet

    path = keys_folder(settings.ENVIRONMENT.data) / "channels.key"
    return Fernet(stored_secret(path, Fernet.generate_key))
