"""Lines of Prodigy's export as lines of ours.

Each line is a task with an ``answer``: ``accept``, ``reject`` or ``ignore``. Only what was accepted
says something of the sample. Choices stand in ``accept``; relations name their ends by their spans.
"""

from __future__ import annotations

from typing import Any

_ANSWERS = frozenset({"accept", "reject", "ignore"})
_MARKS = ("label", "labels", "spans", "relations", "accept")
# What Prodigy notes beside the answer, and what it shows people while they give it.
_BESIDE = ("answer", "tokens", "options", "meta", "config", "style", "_is_binary", "_timestamp")


def from_prodigy(value: dict[str, Any]) -> dict[str, Any]:
    """Return a line without what is Prodigy's own; a line that is not Prodigy's stays as it is.

    Raises:
        MALFORMED: when its annotations are of another form.
    """
    if value.get("answer") not in _ANSWERS:
        return value
    rest = {
        key: one
        for key, one in value.items()
        if key not in _BESIDE and not key.endswith(("_hash", "_id"))
    }
    if value["answer"] != "accept":
        return {key: one for key, one in rest.items() if key not in _MARKS}
    if isinstance(rest.get("accept"), list):
        rest["labels"] = rest.pop("accept")
    if rest.get("relations"):
        places = {(one["start"], one["end"]): n for n, one in enumerate(rest["spans"], start=1)}
        rest["relations"] = [_relation(one, places) for one in rest["relations"]]
    return rest


def _relation(relation: dict[str, Any], places: dict[tuple[Any, Any], int]) -> dict[str, Any]:
    """Return a relation by the numbers of its spans; the ends of ours are called so."""
    ends = (relation[end] for end in ("head_span", "child_span"))
    subject, target = (str(places.get((one["start"], one["end"]), "")) for one in ends)
    return {"subject": subject, "object": target, "label": relation.get("label")}
