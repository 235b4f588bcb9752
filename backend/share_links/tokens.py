"""The token in the address of a share link: its id, signed with the key of this installation."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from uuid import UUID

from django.core.signing import BadSignature, Signer

_SALT = "backend.share_links.token"


def token_of(link_id: UUID) -> str:
    """Return the token of a link, the same each time."""
    return _signer().sign(urlsafe_b64encode(link_id.bytes).decode().rstrip("="))


def link_id_of(token: str) -> UUID | None:
    """Return the link that a token was made for here, ``None`` where it was not."""
    try:
        return UUID(bytes=urlsafe_b64decode(f"{_signer().unsign(token)}=="))
    except BadSignature:
        return None


def _signer() -> Signer:
    # Of the characters that stand in a path as they are, the only one that base64 leaves.
    return Signer(sep=".", salt=_SALT)
