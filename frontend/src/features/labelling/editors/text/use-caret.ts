import { useState, type KeyboardEvent } from "react";

export interface Caret {
  readonly anchor: number;
  readonly at: number;
}

/** The chosen stretch of a caret, half open; `null` while it is only a place. */
export function stretchOf({ anchor, at }: Caret): { start: number; end: number } | null {
  return anchor === at ? null : { start: Math.min(anchor, at), end: Math.max(anchor, at) };
}

/** Where a key takes a caret in a text of so many code points; `null` when it is not for it. */
export function movedCaret(
  caret: Caret,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  length: number,
): Caret | null {
  const steps: Record<string, number> = {
    ArrowLeft: caret.at - 1,
    ArrowRight: caret.at + 1,
    Home: 0,
    End: length,
  };
  const to = steps[key];
  if (to === undefined) return null;
  const at = Math.min(length, Math.max(0, to));
  return { anchor: shiftKey ? caret.anchor : at, at };
}

/** A caret in a text that nobody may edit: arrows move it, Shift extends what is chosen. */
export function useCaret(length: number) {
  const [caret, setCaret] = useState<Caret>({ anchor: 0, at: 0 });
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const next = movedCaret(caret, event, length);
    if (next === null) return false;
    event.preventDefault();
    event.stopPropagation();
    setCaret(next);
    return true;
  };
  return { caret, setCaret, stretch: stretchOf(caret), onKeyDown };
}
