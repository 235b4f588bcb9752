"""What decides who is let in, without a server: signatures, hashes, dates, what is remembered."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from engine.serving import auth
from engine.serving.auth import Guard
from engine.serving.errors import ServingError
from engine.specs.serving import CallerKey
from tests.engine.serving.deployments import (
    API_KEY,
    DEPLOYMENT,
    EXPIRED_KEY,
    Issuer,
    new_issuer,
    token_spec,
)
from tests.engine.serving.test_auth import BAD

ISSUER = new_issuer()
CODES = {100: "token_missing", 110: "token_invalid", 111: "token_expired", 6: "not_allowed"}


def guard(**changes: Any) -> Guard:
    """Return the guard of a deployment that asks for tokens or keys."""
    return Guard(token_spec(Path("/nowhere"), ISSUER, **changes), DEPLOYMENT)


def code_of(guard: Guard, secret: str | None) -> str:
    with pytest.raises(ServingError) as caught:
        guard.check(secret)
    return caught.value.code


@pytest.mark.parametrize("case", BAD)
def test_whoever_may_not_call_is_told_the_reason(case: str) -> None:
    make, _, number = BAD[case]
    asked = guard()
    for _ in range(2):
        assert code_of(asked, make(ISSUER)) == CODES[number]


@pytest.mark.parametrize(
    ("changes", "caller"),
    [
        ({}, "application-7"),
        ({"sub": None, "jti": "token-1"}, "token-1"),
        ({"deployments": ["d2", "d1"], "scope": "train predict"}, "application-7"),
        ({"deployments": ["*"], "scope": ["predict"]}, "application-7"),
    ],
)
def test_a_token_names_its_caller(changes: dict[str, Any], caller: str) -> None:
    assert guard().check(ISSUER.token(**changes)) == caller


def test_a_key_of_several_names_its_caller_as_long_as_it_is_valid() -> None:
    soon = datetime.now(UTC) + timedelta(hours=1)
    secrets = {"ek_one": None, "ek_two": soon, "ek_three": None}
    keys = tuple(
        CallerKey(id=name, sha256=sha256(name.encode()).hexdigest().upper(), expires_at=until)
        for name, until in secrets.items()
    )
    asked = guard(api_keys=keys, token_public_key=None)
    assert [asked.check(name) for name in secrets] == list(secrets)
    assert code_of(asked, API_KEY) == "token_invalid"
    # Without a public key nothing that looks like a token is let in either.
    assert code_of(asked, ISSUER.token()) == "token_invalid"
    assert code_of(guard(), EXPIRED_KEY) == "token_expired"


def test_what_was_found_is_remembered_for_a_minute_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, found = guard(), []
    verify = asked._verify_token

    def counted(secret: str) -> Any:
        found.append(secret)
        return verify(secret)

    now = datetime.now(UTC).timestamp()
    monkeypatch.setattr(asked, "_verify_token", counted)
    monkeypatch.setattr(auth.time, "time", lambda: now)
    token, brief = ISSUER.token(), ISSUER.token(exp=datetime.now(UTC) + timedelta(seconds=30))
    for secret in (token, brief, token, brief):
        assert asked.check(secret) == "application-7"
    assert found == [token, brief]
    # A token's own end comes first.
    now += 31
    asked.check(brief)
    asked.check(token)
    assert found == [token, brief, brief]
    now += 30
    asked.check(token)
    assert found == [token, brief, brief, token]


def test_so_many_callers_are_remembered_and_then_all_are_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(auth, "CACHE_SIZE", 2)
    asked = guard()
    tokens = [ISSUER.token() for _ in range(3)]
    for num, token in enumerate(tokens[:2], start=1):
        asked.check(token)
        assert len(asked._cache) == num
    asked.check(tokens[2])
    assert list(asked._cache) == [tokens[2]]


def test_a_refused_secret_is_not_remembered() -> None:
    asked = guard()
    for secret in ("", "a.b.c", "ek_unknown", EXPIRED_KEY, Issuer.token(new_issuer())):
        code_of(asked, secret)
    assert asked._cache == {}
