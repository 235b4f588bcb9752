"""Access tokens: signed with the installation's own key, verified anywhere by its public half.

What signs is imported where it is used: it takes 17 MB, and most web processes never sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from backend.config.secret_files import keys_folder, stored_secret

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SCOPE = "predict"
ALL_OF_ORGANISATION = "*"


def audience_of(organisation_id: UUID) -> str:
    """Return the audience of an organisation's endpoints.

    It names the organisation, so that a token for all endpoints means those of one organisation.
    """
    return f"{settings.ENVIRONMENT.public_url}/organisations/{organisation_id}"


def sign_token(
    *,
    token_id: UUID,
    subject: str,
    audience: str,
    deployments: Sequence[str],
    expires_at: datetime,
) -> str:
    """Sign a token that allows predictions of these deployments until it expires."""
    claims = {
        "iss": settings.ENVIRONMENT.public_url,
        "aud": audience,
        "sub": subject,
        "jti": str(token_id),
        "scope": SCOPE,
        "deployments": list(deployments),
        "iat": timezone.now(),
        "exp": expires_at,
    }
    import jwt

    return jwt.encode(claims, _private_key(), algorithm="EdDSA")


def public_key() -> str:
    """Return the public key in PEM."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key = _private_key().public_key()
    return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def _private_key() -> Ed25519PrivateKey:
    """Read the signing key, making it on first use; only the owner of the data may read it."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    path = keys_folder(settings.ENVIRONMENT.data) / "signing_key.pem"
    key = load_pem_private_key(stored_secret(path, _new_key), password=None)
    assert isinstance(key, Ed25519PrivateKey)
    return key


def _new_key() -> bytes:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return Ed25519PrivateKey.generate().private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )
