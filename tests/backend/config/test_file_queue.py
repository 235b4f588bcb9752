"""Whoever reads the queue of files never finds half a message."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from kombu import Connection

from backend.config import file_queue


def test_a_message_is_there_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file_queue.install()
    seen: list[list[str]] = []
    replace = os.replace

    def replace_noted(source: str, target: str) -> None:
        seen.append([one.name for one in tmp_path.glob("*.msg")])
        json.loads(Path(source).read_bytes())
        replace(source, target)

    monkeypatch.setattr(os, "replace", replace_noted)
    folders = {"data_folder_in", "data_folder_out", "control_folder"}
    options = {name: str(tmp_path) for name in folders}
    with Connection("filesystem://", transport_options=options) as connection:
        queue = connection.SimpleQueue("work")
        queue.put({"text": "x" * 100_000})
        message = queue.get(timeout=5)
        assert message.payload == {"text": "x" * 100_000}
        message.ack()
        queue.close()
    assert seen == [[]]
    assert not list(tmp_path.glob("*.part"))
