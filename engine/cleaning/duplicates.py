"""Tell, sample by sample, whether one was seen before that looks, reads or recordings alike."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


class Seen:
    """The samples that were kept so far, in their order.

    Each new hash is compared with all of them: exact, and fast enough while a sample costs a
    millisecond to decode.
    """

    def __init__(self) -> None:
        self._hashes = np.empty(1024, dtype=np.uint64)
        self._ids: list[str] = []

    def earlier(
        self, hash: int | None, sample_id: str, bits: int, agrees: Callable[[str], bool]
    ) -> str | None:
        """Return a kept sample that is a near duplicate; otherwise keep this one.

        Args:
            hash: of the sample; one without is always kept.
            sample_id: the sample.
            bits: that near duplicates may differ in.
            agrees: is asked about samples with a close hash, the closest first.
        """
        if hash is None:
            return None
        value = np.uint64(hash)
        distances = np.bitwise_count(self._hashes[: len(self._ids)] ^ value)
        close = np.flatnonzero(distances <= bits)
        for place in close[np.argsort(distances[close], kind="stable")]:
            if agrees(self._ids[int(place)]):
                return self._ids[int(place)]
        if len(self._ids) == len(self._hashes):
            self._hashes = np.concatenate([self._hashes, np.empty_like(self._hashes)])
        self._hashes[len(self._ids)] = value
        self._ids.append(sample_id)
        return None
