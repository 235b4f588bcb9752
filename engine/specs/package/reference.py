"""``reference.json``: how the inputs and answers of held-out samples are spread.

Calls of a deployed model are compared with it; see ``engine.drift``. Arrays are base64 of zlib, so
that the joint distribution of a thousand samples fits into a small file.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.data import Split
from engine.specs.spec import Spec

REFERENCE_FILE = "reference.json"


class NumberReference(Spec):
    """A number of each call, such as the sharpness of an image or the confidence of an answer.

    Bin 0 counts missing values, bin 1 those below the first of ``edges``, bin k + 1 those from
    edge k on. ``share_of`` is the label whose share among the results the number is.
    """

    kind: Literal["number"] = "number"
    name: str
    edges: Annotated[tuple[float, ...], Field(min_length=1, max_length=80)]
    counts: tuple[int, ...]
    share_of: str | None = None


class CategoryReference(Spec):
    """A name of each call, such as the class that is predicted.

    Bin 0 counts missing names, bin k the k-th of ``categories``, the last one all others.
    """

    kind: Literal["category"] = "category"
    name: str
    categories: Annotated[tuple[str, ...], Field(max_length=80)]
    counts: tuple[int, ...]


FeatureReference = Annotated[NumberReference | CategoryReference, Field(discriminator="kind")]


class DescriptorReference(Spec):
    """What the whole of an input looks like, as random features of its descriptor.

    A descriptor x (D,) becomes cos(((x - mean) / scale) @ directions + phases), (K,).

    Attributes:
        mean, scale: (D,) of the held-out samples.
        directions: float16 (D, K).
        phases: (K,).
        rows: int8 (N, K): the features of each held-out sample times 127; those without a
            descriptor are left out, so that N may be smaller than that of the other rows.
    """

    mean: tuple[float, ...]
    scale: tuple[float, ...]
    directions: str
    phases: tuple[float, ...]
    rows: str
    num_rows: int


class Reference(Spec):
    """The whole of ``reference.json``.

    Attributes:
        split: that the samples are of.
        num_samples: how many were looked at.
        num_rows: how many of them are kept, chosen by chance: N.
        features: what is counted of each, at least one.
        rows: uint8 (N, F): the bin of each feature, row by row.
        descriptor: of images, texts and recordings.
        num_left_out: features that had no room here, such as the columns of a wide table.
    """

    schema_version: Literal[1] = 1
    split: Split
    num_samples: int
    num_rows: int
    features: tuple[FeatureReference, ...]
    rows: str
    descriptor: DescriptorReference | None = None
    num_left_out: int = 0
