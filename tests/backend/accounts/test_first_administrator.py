"""The first person of an installation comes from its settings, once, and stays as it is."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import override_settings
from rest_framework.test import APIClient

from backend.accounts.models import Organisation, User
from backend.config.env import ROOT, read_environment
from tests.backend.conftest import World, ok

SECRET = "a rather long secret"
EMAIL = "Ada@example.com"


@pytest.fixture
def ensure(tmp_path: Path) -> Callable[..., str]:
    """Run the command with settings."""

    def run(password: str | None = f"{SECRET}\n", **given: Any) -> str:
        file = tmp_path / "password"
        if password is not None:
            file.write_text(password)
        fields = {
            "admin_email": EMAIL,
            "admin_password_file": file,
            "admin_organisation": "Engines",
            **given,
        }
        out = StringIO()
        with override_settings(ENVIRONMENT=dataclasses.replace(settings.ENVIRONMENT, **fields)):
            call_command("ensure_administrator", stdout=out)
        return out.getvalue()

    return run


@pytest.mark.django_db
def test_the_person_is_made_once_and_owns_the_organisation(
    ensure: Callable[..., str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        said = ensure() + ensure(password="another long secret")
    assert said == "The first administrator was made.\n"
    assert SECRET not in caplog.text
    assert Organisation.objects.count() == 1
    client = APIClient()
    session = ok(client.post("/api/v1/session", {"email": EMAIL.lower(), "password": SECRET}))
    assert [(one["organisation"]["name"], one["role"]) for one in session["memberships"]] == [
        ("Engines", "owner")
    ]


@pytest.mark.django_db
def test_nothing_is_made_where_there_are_people(
    ensure: Callable[..., str], world: World, caplog: pytest.LogCaptureFixture
) -> None:
    assert ensure() == ""
    assert "others are here" in caplog.text
    before = User.objects.get(id=world.owner.id).password
    assert ensure(admin_email=world.owner.email) == ""
    assert User.objects.get().password == before


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"admin_password_file": None}, "EASEL_ADMIN_PASSWORD_FILE is not"),
        ({"password": None}, "cannot be read: No such file"),
        ({"password": "\n"}, "too short"),
        ({"password": "adaadaada1"}, "too"),
        ({"admin_email": "ada"}, "no e-mail address|is not an e-mail"),
    ],
)
def test_what_will_not_do_is_said_and_nothing_is_made(
    given: dict[str, Any], words: str, ensure: Callable[..., str]
) -> None:
    with pytest.raises(CommandError, match=words):
        ensure(**given)
    assert not User.objects.exists()
    assert not Organisation.objects.exists()


@pytest.mark.django_db
def test_nobody_is_made_where_nobody_is_named(ensure: Callable[..., str]) -> None:
    assert ensure(admin_email="") == ""
    assert not User.objects.exists()


def test_the_settings_name_a_file_and_never_the_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EASEL_ADMIN_EMAIL", f" {EMAIL} ")
    monkeypatch.setenv("EASEL_ADMIN_PASSWORD_FILE", "/run/secrets/admin_password")
    environment = read_environment()
    assert environment.admin_email == EMAIL
    assert environment.admin_password_file == Path("/run/secrets/admin_password")
    assert environment.admin_organisation == "Our organisation"


def test_compose_hands_the_first_person_to_the_site_by_a_secret() -> None:
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    shared = compose["x-easel"]
    assert shared["environment"]["EASEL_ADMIN_EMAIL"] == "${EASEL_ADMIN_EMAIL:-}"
    for name in ("EASEL_ADMIN_PASSWORD_FILE", "EASEL_EMAIL_PASSWORD_FILE"):
        assert "/run/secrets/" in shared["environment"][name]
    assert set(shared["secrets"]) == set(compose["secrets"])


def test_a_password_of_the_mail_server_comes_from_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "mail"
    file.write_text("of the server\nmore\n")
    monkeypatch.setenv("EASEL_EMAIL_PASSWORD_FILE", str(file))
    monkeypatch.setenv("EASEL_EMAIL_HOST", "mail.example.com")
    assert read_environment().email_password == "of the server"
    file.unlink()
    with pytest.raises(ValueError, match="EASEL_EMAIL_PASSWORD_FILE names"):
        read_environment()
    monkeypatch.delenv("EASEL_EMAIL_PASSWORD_FILE")
    monkeypatch.setenv("EASEL_EMAIL_SECURITY", "ssl")
    with pytest.raises(ValueError, match="Expected starttls, tls or none"):
        read_environment()
