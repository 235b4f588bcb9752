"""Who may call, decided by signature or hash alone: nothing is asked of anybody."""

from __future__ import annotations

import hashlib
import hmac
import time
from dataclasses import dataclass
from datetime import UTC, datetime

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from engine.errors import SpecError
from engine.serving.errors import ServingError
from engine.specs.serving import AccessSpec, CallerKey

SCOPE = "predict"
# The clocks of platform and server may be so far apart.
LEEWAY_SECONDS = 10
CACHE_SECONDS = 60.0
CACHE_SIZE = 4096

CHALLENGE = ((b"www-authenticate", b"Bearer"),)


@dataclass(frozen=True)
class _Verified:
    caller: str
    until: float


class Guard:
    """Checks access tokens (JWT, EdDSA) and API keys of one deployment."""

    def __init__(self, spec: AccessSpec, deployment_id: str) -> None:
        """Prepare the check.

        Raises:
            SpecError: ``public_key_invalid`` when the public key is not an Ed25519 key in PEM.
        """
        self._open = spec.access == "open"
        self._deployment_id = deployment_id
        self._audience = spec.audience
        self._revoked = frozenset(spec.revoked_token_ids)
        self._keys = spec.api_keys
        self._public_key = _public_key(spec.token_public_key)
        # Whoever changes who may call makes a new guard, so that nobody stays here who was revoked.
        self._cache: dict[str, _Verified] = {}

    def check(self, secret: str | None) -> str | None:
        """Return the caller's id, ``None`` where access is open.

        Args:
            secret: the access token or API key of the request, ``None`` when it has none.

        Raises:
            ServingError: ``token_missing``, ``token_invalid``, ``token_expired``, ``not_allowed``.
        """
        if self._open:
            return None
        if not secret:
            raise ServingError(
                "The request carries no access token and no API key. Send one as "
                "'Authorization: Bearer ...' or 'X-API-Key: ...'.",
                code="token_missing",
                headers=CHALLENGE,
            )
        now = time.time()
        known = self._cache.get(secret)
        if known is not None and now < known.until:
            return known.caller
        key = self._key(secret)
        verified = self._verify_token(secret) if key is None else self._verify_key(key)
        if len(self._cache) >= CACHE_SIZE:
            self._cache.clear()
        self._cache[secret] = _Verified(verified.caller, min(verified.until, now + CACHE_SECONDS))
        return verified.caller

    def _key(self, secret: str) -> CallerKey | None:
        digest = hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()
        found = None
        for key in self._keys:
            # Every key is compared, each in constant time, so that timing tells nothing.
            if hmac.compare_digest(key.sha256.lower(), digest):
                found = key
        return found

    def _verify_key(self, key: CallerKey) -> _Verified:
        if key.expires_at is None:
            return _Verified(key.id, float("inf"))
        if key.expires_at <= datetime.now(UTC):
            raise _expired("The API key has expired. Create a new one.")
        return _Verified(key.id, key.expires_at.timestamp())

    def _verify_token(self, secret: str) -> _Verified:
        # A token has three parts; anything else was meant to be a key.
        if self._public_key is None or secret.count(".") != 2:
            raise _invalid("The API key is not known here.")
        try:
            claims = jwt.decode(
                secret,
                self._public_key,
                algorithms=["EdDSA"],
                audience=self._audience,
                leeway=LEEWAY_SECONDS,
                options={"require": ["exp", "aud", "jti"]},
            )
        except jwt.ExpiredSignatureError as error:
            raise _expired("The access token has expired. Fetch a new one.") from error
        except jwt.InvalidTokenError as error:
            raise _invalid(f"The access token is not valid here ({error}).") from error
        if claims["jti"] in self._revoked:
            raise _invalid("The access token was revoked.")
        deployments = claims.get("deployments")
        allowed = isinstance(deployments, list) and (
            "*" in deployments or self._deployment_id in deployments
        )
        if not allowed or SCOPE not in _scopes(claims.get("scope")):
            raise ServingError(
                "The access token is valid, but not for predictions of this deployment. "
                f"It needs the scope '{SCOPE}' and this deployment among its deployments.",
                code="not_allowed",
            )
        return _Verified(str(claims.get("sub") or claims["jti"]), float(claims["exp"]))


def _scopes(claim: object) -> list[str]:
    if isinstance(claim, str):
        return claim.split()
    return [str(scope) for scope in claim] if isinstance(claim, list) else []


def _public_key(pem: str | None) -> Ed25519PublicKey | None:
    if pem is None:
        return None
    try:
        key = load_pem_public_key(pem.encode())
    except ValueError:
        key = None
    if not isinstance(key, Ed25519PublicKey):
        raise SpecError(
            "The deployment's token_public_key is not an Ed25519 public key in PEM. "
            "Write the platform's public key there.",
            code="public_key_invalid",
        )
    return key


def _invalid(message: str) -> ServingError:
    return ServingError(f"{message} Fetch a new one.", code="token_invalid", headers=CHALLENGE)


def _expired(message: str) -> ServingError:
    return ServingError(message, code="token_expired", headers=CHALLENGE)
