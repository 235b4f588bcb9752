"""What a model answers: a list of results, one class of result per kind of answer.

``Model.predict`` returns such a list for every task; ``document`` gives the JSON form that the
model server sends, with scores of six digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

Document = dict[str, Any]


class Result(Protocol):
    """One item of an answer."""

    def document(self) -> Document:
        """Return the JSON form."""
        ...


@dataclass(frozen=True)
class Prediction:
    """One label the model names, with its score in 0..1."""

    name: str
    score: float

    def document(self) -> Document:
        """Return the JSON form."""
        return {"name": self.name, "score": round(self.score, 6)}


@dataclass(frozen=True)
class PredictOptions:
    """What a caller may ask for beside the input; ``None`` leaves it to the package.

    Attributes:
        top_num: keep at most so many results.
        threshold: keep results of at least this score.
    """

    top_num: int | None = None
    threshold: float | None = None


def documents(results: Sequence[Result]) -> list[Document]:
    """Return the JSON form of an answer."""
    return [result.document() for result in results]
