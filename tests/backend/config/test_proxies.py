"""Headers of proxies are believed from trusted ones only, and files belong to their owner."""

from __future__ import annotations

import asyncio
import dataclasses
import os
from pathlib import Path
from typing import Any

import pytest
import yaml

from backend.config.env import ROOT, _networks, read_environment
from backend.config.private import keep_files_private
from backend.config.proxies import through_proxies

TRUSTED = "10.0.0.0/8,::1"


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("203.0.113.9", "1.2.3.4", "203.0.113.9"),
        ("10.0.0.1", "1.2.3.4", "1.2.3.4"),
        ("10.0.0.1", "6.6.6.6, 1.2.3.4, 10.0.0.2", "1.2.3.4"),
        ("10.0.0.1", "6.6.6.6, nonsense, 10.0.0.2", "10.0.0.2"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("::ffff:10.0.0.1", "2001:db8::5", "2001:db8::5"),
        ("::1", "10.0.0.3", "10.0.0.3"),
    ],
)
def test_the_client_is_the_last_hop_that_is_not_trusted(
    peer: str, forwarded: str, client: str
) -> None:
    seen: list[Any] = []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        seen.append((scope["client"][0], scope["scheme"]))

    scope = {
        "type": "http",
        "scheme": "http",
        "client": (peer, 1),
        "headers": [
            (b"x-forwarded-for", forwarded.encode()),
            (b"x-forwarded-proto", b"https"),
        ],
    }
    app: Any = through_proxies(inner, _networks("EASEL_TRUSTED_PROXIES", TRUSTED))
    asyncio.run(app(scope, None, None))
    assert seen == [(client, "http" if peer == "203.0.113.9" else "https")]


def test_a_list_of_proxies_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="EASEL_TRUSTED_PROXIES"):
        _networks("EASEL_TRUSTED_PROXIES", "everybody")


def test_nobody_else_reads_the_data_folder_or_its_database(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        data = tmp_path / "data"
        data.mkdir(mode=0o755)
        for name in ("easel.sqlite3", "easel.sqlite3-wal", "easel.sqlite3-shm"):
            (data / name).touch()
        address = f"sqlite:///{data}/easel.sqlite3"
        environment = dataclasses.replace(read_environment(), data=data, database_url=address)
        keep_files_private(environment)
        (data / "blob").touch()
        (data / "logs").mkdir()
    finally:
        os.umask(before)
    modes = {path.name: path.stat().st_mode & 0o777 for path in (data, *data.iterdir())}
    assert modes.pop("data") == 0o700
    assert modes.pop("logs") == 0o700
    assert set(modes.values()) == {0o600}, modes


def test_compose_takes_newcomers_by_invitation_only() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    shared = yaml.safe_load(text)["x-easel"]["environment"]
    assert shared["EASEL_SIGN_UP_OPEN"] == "${EASEL_SIGN_UP_OPEN:-0}"
