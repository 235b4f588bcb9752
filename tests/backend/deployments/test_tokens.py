"""The installation signs with one key of its own, which nobody else may read."""

from __future__ import annotations

import stat
import uuid
from datetime import timedelta
from pathlib import Path

import jwt
import pytest
from django.utils import timezone

from backend.config.secret_files import keys_folder, stored_secret
from backend.deployments.services import tokens


def test_a_token_is_verified_by_the_public_key_and_says_what_it_allows(data_folder: Path) -> None:
    token_id, organisation_id = uuid.uuid4(), uuid.uuid4()
    audience = tokens.audience_of(organisation_id)
    assert str(organisation_id) in audience
    token = tokens.sign_token(
        token_id=token_id,
        subject="application-7",
        audience=audience,
        deployments=("d1", "d2"),
        expires_at=timezone.now() + timedelta(hours=1),
    )
    claims = jwt.decode(token, tokens.public_key(), algorithms=["EdDSA"], audience=audience)
    assert claims["jti"] == str(token_id)
    assert claims["sub"] == "application-7"
    assert (claims["scope"], claims["deployments"]) == ("predict", ["d1", "d2"])
    assert claims["exp"] - claims["iat"] == pytest.approx(3600, abs=2)


def test_the_key_is_made_once_and_readable_to_its_owner_alone(data_folder: Path) -> None:
    first = tokens.public_key()
    assert tokens.public_key() == first
    folder = data_folder / "keys"
    assert [one.name for one in folder.iterdir()] == ["signing_key.pem"]
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "signing_key.pem").stat().st_mode) == 0o600


def test_of_processes_that_make_a_key_at_once_the_first_one_wins(data_folder: Path) -> None:
    first = []

    def make_late() -> bytes:
        first.append(tokens.public_key())
        return tokens._new_key()

    stored_secret(keys_folder(data_folder) / "signing_key.pem", make_late)
    assert [tokens.public_key()] == first
    assert [one.name for one in (data_folder / "keys").iterdir()] == ["signing_key.pem"]
