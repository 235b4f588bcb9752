import { codePointAt } from "@/components/predictions/code-points";

/**
 * The code point of a place in a marked text, as a browser's selection names it. Pieces carry their
 * first code point as `data-start`; the names of spans beside their text count as its end.
 */
export function placeOf(node: Node, offset: number): number | null {
  const element = node instanceof Element ? node : node.parentElement;
  const piece = element?.closest<HTMLElement>("[data-start]");
  if (!piece) return null;
  const start = Number(piece.dataset.start);
  const text = piece.firstChild?.textContent ?? "";
  const isInText = node === piece.firstChild;
  if (isInText) return start + codePointAt(text, offset);
  return start + (node === piece && offset === 0 ? 0 : codePointAt(text, text.length));
}

/** The code points that are selected within an element, half open; `null` for none. */
export function selectedCodePoints(within: Element): { start: number; end: number } | null {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!within.contains(range.startContainer) || !within.contains(range.endContainer)) return null;
  const start = placeOf(range.startContainer, range.startOffset);
  const end = placeOf(range.endContainer, range.endOffset);
  return start === null || end === null || start >= end ? null : { start, end };
}
