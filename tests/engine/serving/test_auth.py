"""Who is let in: every way in, on every route that needs a caller."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import httpx
import jwt
import pytest

from engine.errors import SpecError
from engine.serving.auth import Guard
from engine.specs.serving import DeploymentSpec
from tests.engine.serving.deployments import (
    API_KEY,
    AUDIENCE,
    DEPLOYMENT,
    EXPIRED_KEY,
    Deployment,
    Issuer,
    new_issuer,
)
from tests.sdk.tiny_package import plain_image

IMAGE = base64.b64encode(plain_image((10, 220, 10))).decode()
TENSOR = {"name": "image", "shape": [1, 3, 8, 8], "datatype": "FP32", "data": [0.0] * 192}
STRING = {"name": "image", "shape": [1], "datatype": "BYTES", "data": [IMAGE]}
ROUTES: dict[str, tuple[str, object]] = {
    "/predict": ("POST", {"image": IMAGE}),
    "/v2/models/colours": ("GET", None),
    "/v2/models/colours/ready": ("GET", None),
    "/v2/models/colours/versions/1": ("GET", None),
    "/v2/models/colours/infer": ("POST", {"inputs": [STRING]}),
    "/v2/models/colours/versions/1/infer": ("POST", {"inputs": [STRING]}),
    "/v2/models/colours.tensors/infer": ("POST", {"inputs": [TENSOR]}),
    "/rpc/2.0/ai_custom/v1/classification/colours": ("POST", {"image": IMAGE}),
    "/colours/ImageClassification": ("POST", {"image": IMAGE}),
}


def forged(issuer: Issuer) -> str:
    return new_issuer().token()


def unsigned(issuer: Issuer) -> str:
    claims = {"aud": AUDIENCE, "jti": "x", "exp": 4_000_000_000, "scope": "predict"}
    return jwt.encode({**claims, "deployments": ["*"]}, "", algorithm="none")


def signed_with_the_public_key(issuer: Issuer) -> str:
    head = base64.urlsafe_b64encode(b'{"alg":"HS256","typ":"JWT"}').rstrip(b"=")
    body = base64.urlsafe_b64encode(json.dumps({"aud": AUDIENCE}).encode()).rstrip(b"=")
    mac = hmac.new(issuer.public_pem.encode(), head + b"." + body, hashlib.sha256).digest()
    return b".".join((head, body, base64.urlsafe_b64encode(mac).rstrip(b"="))).decode()


def tampered(issuer: Issuer) -> str:
    head, body, signature = issuer.token(deployments=["other"]).split(".")
    claims = json.loads(base64.urlsafe_b64decode(body + "=="))
    claims["deployments"] = ["*"]
    changed = base64.urlsafe_b64encode(json.dumps(claims).encode()).rstrip(b"=").decode()
    return f"{head}.{changed}.{signature}"


LONG_AGO = datetime(2024, 1, 1, tzinfo=UTC)

BAD: dict[str, tuple[Callable[[Issuer], str | None], int, int]] = {
    "nothing": (lambda issuer: None, 401, 100),
    "empty": (lambda issuer: "", 401, 100),
    "noise": (lambda issuer: "a.b.c", 401, 110),
    "unknown key": (lambda issuer: "ek_unknown", 401, 110),
    "expired key": (lambda issuer: EXPIRED_KEY, 401, 111),
    "forged": (forged, 401, 110),
    "unsigned": (unsigned, 401, 110),
    "signed with the public key": (signed_with_the_public_key, 401, 110),
    "tampered": (tampered, 401, 110),
    "expired": (lambda issuer: issuer.token(exp=LONG_AGO), 401, 111),
    "not yet valid": (
        lambda issuer: issuer.token(nbf=datetime.now(UTC) + timedelta(hours=1)),
        401,
        110,
    ),
    "foreign audience": (lambda issuer: issuer.token(aud="https://other.example"), 401, 110),
    "without expiry": (lambda issuer: issuer.token(exp=None), 401, 110),
    "without id": (lambda issuer: issuer.token(jti=None), 401, 110),
    "revoked": (lambda issuer: issuer.token(jti="revoked-1"), 401, 110),
    "foreign deployment": (lambda issuer: issuer.token(deployments=["d2"]), 403, 6),
    "no deployment": (lambda issuer: issuer.token(deployments=None), 403, 6),
    "deployments as text": (lambda issuer: issuer.token(deployments="d1"), 403, 6),
    "other scope": (lambda issuer: issuer.token(scope="train unpredict"), 403, 6),
    "no scope": (lambda issuer: issuer.token(scope=None), 403, 6),
}


def ask(client: httpx.Client, path: str, headers: dict[str, str]) -> httpx.Response:
    method, document = ROUTES[path]
    return client.request(method, path, json=document, headers=headers)


@pytest.mark.parametrize("path", ROUTES)
@pytest.mark.parametrize("case", BAD)
def test_a_caller_who_may_not_is_refused_on_every_route(
    deployment: Deployment, issuer: Issuer, path: str, case: str
) -> None:
    make, status, number = BAD[case]
    secret = make(issuer)
    headers = {} if secret is None else {"Authorization": f"Bearer {secret}".strip()}
    with deployment.client(secret=None) as client:
        response = ask(client, path, headers)
    if path.startswith(("/rpc", "/colours")):
        assert (response.status_code, response.json()["error_code"]) == (200, number)
    else:
        assert response.status_code == status
        assert ("www-authenticate" in response.headers) == (status == 401)
    assert secret is None or len(secret) < 5 or secret not in response.text


@pytest.mark.parametrize("path", ROUTES)
def test_a_caller_who_may_is_let_in_on_every_route(
    deployment: Deployment, issuer: Issuer, path: str
) -> None:
    ways = [
        {"Authorization": f"Bearer {API_KEY}"},
        {"X-API-Key": API_KEY},
        {"authorization": f"bearer {issuer.token()}"},
        {"Authorization": f"Bearer {issuer.token(deployments=['*'], scope=['predict'])}"},
    ]
    with deployment.client(secret=None) as client:
        for headers in ways:
            response = ask(client, path, headers)
            assert response.status_code == 200, response.text
            assert "error_code" not in response.json()


def open_spec(**changes: object) -> DeploymentSpec:
    fields: dict[str, object] = {
        "deployment_id": "d1",
        "port": 0,
        "models": (),
        "audience": AUDIENCE,
        **changes,
    }
    return DeploymentSpec.model_validate(fields)


def test_a_cached_token_still_expires(monkeypatch: pytest.MonkeyPatch) -> None:
    issuer = new_issuer()
    guard = Guard(open_spec(token_public_key=issuer.public_pem), DEPLOYMENT)
    token = issuer.token(exp=datetime.now(UTC) + timedelta(seconds=5))
    assert guard.check(token) == "application-7"
    later = datetime.now(UTC).timestamp() + 30
    monkeypatch.setattr("engine.serving.auth.time.time", lambda: later)
    monkeypatch.setattr("jwt.api_jwt.datetime", FrozenClock(later))
    with pytest.raises(Exception, match="expired"):
        guard.check(token)


class FrozenClock:
    """Stands in for the ``datetime`` class inside the token library."""

    def __init__(self, timestamp: float) -> None:
        self._timestamp = timestamp

    def now(self, tz: object = None) -> datetime:
        return datetime.fromtimestamp(self._timestamp, UTC)


def test_open_access_asks_for_nothing() -> None:
    assert Guard(open_spec(access="open"), DEPLOYMENT).check(None) is None


def test_a_public_key_that_is_none_is_refused_at_load() -> None:
    with pytest.raises(SpecError) as caught:
        Guard(
            open_spec(
                token_public_key="-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"
            ),
            DEPLOYMENT,
        )
    assert caught.value.code == "public_key_invalid"
