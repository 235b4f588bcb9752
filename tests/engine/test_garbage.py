"""The collector of garbage is left out for a while, and nothing else changes."""

from __future__ import annotations

import gc

from engine.garbage import uncollected


def test_no_garbage_is_looked_for_meanwhile_and_it_is_again_afterwards() -> None:
    with uncollected():
        with uncollected():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()
