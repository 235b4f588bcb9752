import { useEffect } from "react";

/** Parts of pages that were asked for by a click and are still on their way. */
let count = 0;
const listeners = new Set<() => void>();

function add(change: 1 | -1): void {
  count += change;
  for (const listener of listeners) listener();
}

export function areAwaited(): boolean {
  return count > 0;
}

export function watchAwaited(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stands in for a part that has no place on the page yet, such as a drawer: the bar tells of it. */
export function AwaitedPart() {
  useEffect(() => {
    add(1);
    return () => add(-1);
  }, []);
  return null;
}
