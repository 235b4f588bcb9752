"""The queue of files of one machine: messages are there whole, or not yet."""

from __future__ import annotations

import uuid
from pathlib import Path
from time import monotonic
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils import json

_PATH = f"{__name__}:Transport"


class Channel(filesystem.Channel):
    """kombu writes a message into the file that readers look for, and one may read half of it."""

    def _put(self, queue: Any, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]
        """Write a message under another name, and give it its own once it is whole."""
        name = f"{round(monotonic() * 1000)}_{uuid.uuid4()}"
        folder = Path(self.data_folder_out)
        partial = folder / f"{name}.part"
        text: str = json.dumps(payload)  # type: ignore[no-untyped-call]
        partial.write_bytes(text.encode())
        partial.replace(folder / f"{name}.{queue}.msg")


class Transport(filesystem.Transport):
    """kombu's transport of files with that channel."""

    Channel = Channel


def install() -> None:
    """Let ``filesystem://`` mean this transport."""
    TRANSPORT_ALIASES["filesystem"] = _PATH
