"""The labels that the configuration of a Label Studio project lists, in their order."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from engine.formats.layout import FileTree
from engine.formats.markup.safe_xml import XmlError, parse_xml

# Names of key points, which are no labels of regions.
_POINTS = "keypointlabels"


def config_file(tree: FileTree) -> str | None:
    """Return the XML file whose root is a view, the one nearest to the top."""
    names = [name for name in tree.names() if name.lower().endswith(".xml")]
    for name in sorted(names, key=lambda name: (name.count("/"), name)):
        if _view(tree, name) is not None:
            return name
    return None


def config_labels(tree: FileTree, name: str) -> Iterator[str]:
    """Yield the labels of regions, else the choices of samples; then those of relations."""
    view = _view(tree, name)
    if view is None:
        return
    controls = list(view.iter())
    drawn = [one for one in controls if _tag(one).endswith("labels") and _tag(one) != _POINTS]
    if drawn:
        for control in drawn:
            yield from (_value(one) for one in control.iter() if _tag(one) in ("label", "brush"))
    else:
        for control in controls:
            # A choice for each region is an attribute.
            if control.get("perRegion", "").lower() == "true":
                continue
            if _tag(control) == "choices":
                yield from (_value(one) for one in control.iter() if _tag(one) == "choice")
            elif _tag(control) == "taxonomy":
                yield from _leaves(control, "")
    yield from (_value(one) for one in controls if _tag(one) == "relation")


def _leaves(parent: Element, above: str) -> Iterator[str]:
    for child in parent:
        if _tag(child) == "choice":
            path = f"{above}/{_value(child)}" if above else _value(child)
            below = list(_leaves(child, path))
            yield from below or [path]


def _view(tree: FileTree, name: str) -> Element | None:
    try:
        with tree.open(name) as file:
            root = parse_xml(file)
    except (XmlError, OSError):
        # It is named as a file that nothing reads.
        return None
    return root if _tag(root) == "view" else None


def _tag(element: Element) -> str:
    return element.tag.lower() if isinstance(element.tag, str) else ""


def _value(element: Element) -> str:
    """Return what results say for a label: its alias, where it has one."""
    return (element.get("alias") or element.get("value") or "").strip()
