"""The file of a server's address and key is its owner's alone, and whole or said to be damaged."""

from __future__ import annotations

from pathlib import Path

import pytest
from easel.cli import credentials


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for name in ("EASEL_URL", "EASEL_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def test_a_file_that_was_open_to_others_is_not_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "easel" / "credentials.json"
    path.parent.mkdir()
    path.write_text("{}")
    path.chmod(0o644)

    assert credentials.save("http://127.0.0.1:1", "ek_1") == path

    assert path.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    credentials.connect().close()


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '"ek_1"'])
def test_a_damaged_file_is_named_with_the_way_out(tmp_path: Path, content: str) -> None:
    path = credentials.save("http://127.0.0.1:1", "ek_1")
    path.write_text(content)

    with pytest.raises(credentials.NotSignedIn, match=r"credentials\.json.*easel login"):
        credentials.connect()
