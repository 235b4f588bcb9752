"""A model server of a tiny package, as for the tests of serving."""

from __future__ import annotations

from tests.engine.serving.conftest import deployment, issuer, package

__all__ = ["deployment", "issuer", "package"]
