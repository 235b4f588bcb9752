"""What a network said of the latest images, in a bounded number of bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

from easel.runtime.example import Tensors
from easel.runtime.image.context import ImageContext

MAX_BYTES = 256 * 1024 * 1024


@dataclass(frozen=True)
class Seen:
    """An image that was shown to the network: where it lies, and what the network said."""

    context: ImageContext
    outputs: Tensors

    @property
    def num_bytes(self) -> int:
        """Bytes of the outputs."""
        return sum(output.nbytes for output in self.outputs.values())


class Memory:
    """Keeps what was used last; safe to use from several threads.

    Args:
        max_bytes: what is kept at most; an image that needs more is not kept at all.
    """

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._num_bytes = 0
        self._seen: OrderedDict[str, Seen] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def num_bytes(self) -> int:
        """Bytes that are kept."""
        return self._num_bytes

    def find(self, key: str) -> Seen | None:
        """Return what is kept of an image, which makes it the last to go."""
        with self._lock:
            seen = self._seen.get(key)
            if seen is not None:
                self._seen.move_to_end(key)
            return seen

    def keep(self, key: str, seen: Seen) -> None:
        """Keep an image in place of those that were not asked for the longest."""
        if seen.num_bytes > self._max_bytes:
            return
        with self._lock:
            before = self._seen.pop(key, None)
            self._num_bytes += seen.num_bytes - (0 if before is None else before.num_bytes)
            self._seen[key] = seen
            while self._num_bytes > self._max_bytes:
                _, oldest = self._seen.popitem(last=False)
                self._num_bytes -= oldest.num_bytes
