"""Lines of doccano's export as lines of ours."""

from __future__ import annotations

from typing import Any

_SPAN_CELLS = 3


def from_doccano(value: dict[str, Any]) -> dict[str, Any]:
    """Return a line with the spans and relations that doccano wrote in its own way.

    doccano lists spans as ``"label": [[start, end, name]]``, or as ``entities`` with
    ``start_offset`` and ``end_offset`` where ``relations`` (``from_id``, ``to_id``, ``type``) name
    them. Everything else stays as it is, and so does a line that is not doccano's.
    """
    rest = dict(value)
    for key in ("label", "labels"):
        given = rest.get(key)
        # No label is a list: what is no span among spans is a damaged one.
        if isinstance(given, list) and any(isinstance(one, list) for one in given):
            del rest[key]
            rest["spans"] = [_span(one) for one in given]
    entities = rest.get("entities")
    if isinstance(entities, list) and (
        not entities or any(isinstance(one, dict) for one in entities)
    ):
        del rest["entities"]
        rest["spans"] = [_entity(one) for one in entities]
        rest["relations"] = [_relation(one) for one in rest.get("relations") or ()]
    if not rest.get("Comments"):
        rest.pop("Comments", None)
    return rest


def _span(value: Any) -> Any:
    """Return a span of ours; what is none stays as it is, for whoever reads spans to name."""
    if not isinstance(value, list) or len(value) != _SPAN_CELLS or not isinstance(value[2], str):
        return value
    return {"start": value[0], "end": value[1], "label": value[2]}


def _entity(entity: Any) -> Any:
    if not isinstance(entity, dict):
        return entity
    places = {"start": entity.get("start_offset"), "end": entity.get("end_offset")}
    return {**places, "label": entity.get("label"), "id": entity.get("id")}


def _relation(relation: Any) -> Any:
    if not isinstance(relation, dict) or "from_id" not in relation:
        return relation
    ends = {"subject": relation["from_id"], "object": relation.get("to_id")}
    return {**ends, "label": relation.get("type")}
