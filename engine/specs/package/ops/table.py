"""Operations on rows of a table: encoding the columns, and naming the answer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.spec import Spec

TimePart = Literal["days", "year", "month", "day", "weekday", "hour", "minute"]


class EncodeColumnsOp(Spec):
    """Rows → ``numbers`` (R, N) FP32 and ``categories`` (R, C) INT64, in the order of the columns.

    - A text that is one of ``missing`` after stripping white space is as absent as null.
    - A number is a JSON number, a boolean (0 or 1), or a text that reads as one; everything else,
      and what is not finite, is NaN.
    - A category is a text, stripped; whole numbers are written without a fraction, booleans as
      ``true`` and ``false``. Codes: 0 missing, 1 unknown, 2 + the place among the categories.
    - A time gives ``parts``, in this order, after all numbers: ``days`` since 2000-01-01 with its
      fraction, ``weekday`` from Monday = 0; NaN where it cannot be read. A time with a zone is
      brought to UTC.
    - A row without a key for a column of ``required`` is refused.
    """

    op: Literal["encode_columns"] = "encode_columns"
    parts: tuple[TimePart, ...] = ("days", "year", "month", "day", "weekday", "hour", "minute")
    missing: tuple[str, ...] = ("", "NA", "N/A", "NaN", "nan", "null", "None", "?")
    required: tuple[str, ...] = ()


class RowsOp(Spec):
    """One answer a row, keyed by ``target``.

    Classes: the first output holds logits (R, K); softmax in double precision gives the
    probabilities, the answer is the best, ties by label order. Of two classes the second one is
    named when its probability reaches ``threshold`` (the request's, else the second label's
    recommended one). Values: the first output holds (R, 1), and the answer is
    ``output * deviation + mean`` in double precision, rounded to ``digits`` significant digits.
    """

    op: Literal["rows"] = "rows"
    target: str
    problem: Literal["binary", "multi_class", "regression"]
    mean: float = 0.0
    deviation: Annotated[float, Field(gt=0)] = 1.0
    digits: Annotated[int, Field(ge=1, le=15)] = 7


TableOp = EncodeColumnsOp
RowOp = RowsOp
