"""How images and texts are compared and found."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.spec import Spec


class MatchesOp(Spec):
    """Sigmoid of the inner product of an image's and a text's vector.

    The first network gives the image's vector (R, D), ``text_network`` the text's. With one part
    alone the gallery is searched: ``names`` is JSON with ``pictures`` and ``texts``, ``vectors``
    (.npy) has a row for each of them in that order.
    """

    op: Literal["matches"] = "matches"
    text_network: str
    names: str
    vectors: str
    top_num: Annotated[int, Field(ge=1)] = 10
