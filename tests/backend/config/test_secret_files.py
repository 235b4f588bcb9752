"""The installation's secret is made once, whoever starts first."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from secrets import token_urlsafe

from backend.config.secret_files import stored_secret


def _make() -> bytes:
    return token_urlsafe(48).encode()


def test_processes_that_start_together_have_one_secret(tmp_path: Path) -> None:
    for number in range(20):
        path = tmp_path / str(number) / "secret_key"
        path.parent.mkdir()
        with ThreadPoolExecutor(8) as pool:
            secrets = set(pool.map(stored_secret, [path] * 8, [_make] * 8))
        assert len(secrets) == 1
        assert len(secrets.pop()) >= 48
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert list(path.parent.iterdir()) == [path]
