"""What web processes count together."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from backend.config.cache import JsonFiles


def test_what_one_process_keeps_the_other_finds(tmp_path: Path) -> None:
    first, second = (JsonFiles(str(tmp_path / "values"), {}) for _ in range(2))
    assert first.get("throttle_sign_in_127.0.0.1", []) == []
    first.set("throttle_sign_in_127.0.0.1", [2.5, 1.5], 60)
    assert second.get("throttle_sign_in_127.0.0.1") == [2.5, 1.5]
    assert not second.add("throttle_sign_in_127.0.0.1", [])
    assert second.delete("throttle_sign_in_127.0.0.1")
    assert first.get("throttle_sign_in_127.0.0.1") is None


def test_what_has_expired_is_gone_and_its_file_soon(tmp_path: Path) -> None:
    cache = JsonFiles(str(tmp_path), {})
    cache.set("old", 1, -1)
    cache.set("kept", 2, 60)
    assert (cache.get("old"), cache.get("kept")) == (None, 2)
    cache._cleared_at -= 120
    cache.set("another", 3, 60)
    assert len(list(tmp_path.iterdir())) == 2
    cache.clear()
    assert list(tmp_path.iterdir()) == []


def test_a_torn_file_is_no_value(tmp_path: Path) -> None:
    cache = JsonFiles(str(tmp_path), {})
    cache.set("torn", 1)
    next(tmp_path.iterdir()).write_text("[1")
    assert cache.get("torn", "nothing") == "nothing"


def test_a_full_disk_fails_nobody_and_what_is_counted_meanwhile_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = JsonFiles(str(tmp_path), {})
    cache.set("tries", [1.5], 60)

    def full(path: Path, *_: object, **__: object) -> int:
        path.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_text", full)
        cache.set("tries", [2.5, 1.5], 60)
        cache.set("gone", 1, -1)
        assert (cache.get("tries"), cache.get("gone")) == ([2.5, 1.5], None)
        assert len(list(tmp_path.iterdir())) == 1
    cache.set("tries", [3.5, 2.5, 1.5], 60)
    assert JsonFiles(str(tmp_path), {}).get("tries") == [3.5, 2.5, 1.5]
    assert cache.delete("tries")
    assert cache.get("tries") is None
