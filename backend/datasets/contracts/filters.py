"""Sample filters as documents: what a saved view, a version and a job keep of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pydantic

from backend.api.errors import Invalid
from backend.datasets.contracts import SampleFilter

_FILTER = pydantic.TypeAdapter(SampleFilter)


def document(wanted: SampleFilter) -> dict[str, Any]:
    """Return a filter as JSON values; what it does not ask for is left out."""
    written: dict[str, Any] = _FILTER.dump_python(wanted, mode="json", exclude_defaults=True)
    return written


def filter_of(written: Mapping[str, Any]) -> SampleFilter:
    """Return the filter that a document describes.

    Raises:
        Invalid: when this version of the product does not know one of its fields.
    """
    unknown = sorted(set(written) - set(SampleFilter.__dataclass_fields__))
    if unknown:
        raise Invalid(
            f"The saved filter asks for '{unknown[0]}', which is not known here. Make it again.",
            code="filter_unknown",
            name=unknown[0],
        )
    return _FILTER.validate_python(dict(written))


def asked(written: Mapping[str, Any]) -> dict[str, Any]:
    """Return only the fields by which the filter of a document asks for something."""
    wanted = filter_of(written)
    return {name: getattr(wanted, name) for name in written}
