"""The fields of a manifest's ops are read within their bounds; what else stands there is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from easel.errors import PackageError
from easel.runtime.ops import choice, named, number, op_name, order_error, sole_op, whole

FIELDS = {"resize": ("side", "method"), "flip": ()}


def refused(read: Callable[[], Any]) -> PackageError:
    """Return the error of a field that has to be refused."""
    with pytest.raises(PackageError) as caught:
        read()
    return caught.value


def test_an_op_is_known_by_its_name_and_by_all_its_fields() -> None:
    assert op_name({"op": "resize", "side": 3}, FIELDS, "preprocessing") == "resize"
    assert op_name({"op": "flip"}, FIELDS, "preprocessing") == "flip"
    for unknown in ({"op": "turn"}, {"op": 3}, {}):
        error = refused(lambda op=unknown: op_name(op, FIELDS, "preprocessing"))  # type: ignore[misc]
        assert error.code == "op_unknown"
        assert error.params == {"op": str(unknown.get("op"))}
        assert "resize, flip" in str(error)
    error = refused(lambda: op_name({"op": "flip", "z": 1, "side": 3}, FIELDS, "preprocessing"))
    assert (error.code, error.params) == ("op_invalid", {"op": "flip"})
    assert "'side'" in str(error)


def test_an_op_that_has_to_stand_alone_does() -> None:
    op = {"op": "resize", "side": 3}
    assert sole_op([op], FIELDS) is op
    for ops in ([], [op, op]):
        error = refused(lambda ops=ops: sole_op(ops, FIELDS))  # type: ignore[misc]
        assert error.code == "op_order"
        assert "one resize or flip" in str(error)
    assert refused(lambda: sole_op([{"op": "turn"}], FIELDS)).code == "op_unknown"


@pytest.mark.parametrize(
    ("value", "given"), [({"method": "b"}, "b"), ({"method": "a"}, "a"), ({}, "a")]
)
def test_a_choice_is_one_of_the_names_or_the_default(value: dict[str, Any], given: str) -> None:
    assert choice(value, "method", ("a", "b"), "a") == given


@pytest.mark.parametrize("value", [{"method": "c"}, {"method": 1}, {"method": None}, {}])
def test_any_other_choice_is_refused(value: dict[str, Any]) -> None:
    error = refused(lambda: choice({"op": "resize", **value}, "method", ("a", "b"), None))
    assert (error.code, error.params) == ("op_invalid", {"op": "resize"})
    assert "a, b" in str(error)


def test_a_whole_number_lies_within_its_bounds() -> None:
    assert [whole({"side": side}, "side", None, 1, 4) for side in (1, 4)] == [1, 4]
    assert whole({"side": 10**9}, "side", None, 1) == 10**9
    assert whole({}, "side", 2, 1, 4) == 2
    for side in (0, 5, 2.0, True, "2", None):
        error = refused(lambda side=side: whole({"op": "resize", "side": side}, "side", 2, 1, 4))  # type: ignore[misc]
        assert error.code == "op_invalid"
        assert "from 1 to 4" in str(error)
    assert "of at least 1" in str(refused(lambda: whole({"side": 0}, "side", None, 1)))
    assert refused(lambda: whole({}, "side", None, 1)).code == "op_invalid"


def test_a_number_lies_within_its_bounds() -> None:
    assert [number({"share": share}, "share", None, 0, 1) for share in (0, 0.5, 1)] == [0, 0.5, 1]
    assert type(number({"share": 1}, "share", None, 0, 1)) is float
    assert number({}, "share", 0.25, 0, 1) == 0.25
    for share in (-0.01, 1.01, float("nan"), True, "0.5", None):
        value = {"op": "resize", "share": share}
        error = refused(lambda value=value: number(value, "share", 0.5, 0, 1))  # type: ignore[misc]
        assert error.code == "op_invalid"
        assert "from 0 to 1" in str(error)


def test_a_name_is_a_text_with_something_in_it() -> None:
    assert named({"file": "labels.txt"}, "file") == "labels.txt"
    for value in ({}, {"file": ""}, {"file": 3}, {"file": ["labels.txt"]}):
        assert refused(lambda value=value: named(value, "file")).code == "op_invalid"  # type: ignore[misc]


def test_ops_in_another_order_are_named_with_the_one_that_was_expected() -> None:
    error = order_error("postprocessing", ["top", "softmax"], "softmax, then top")
    assert error.code == "op_order"
    assert "['top', 'softmax']" in str(error)
    assert "softmax, then top" in str(error)
