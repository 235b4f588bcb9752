import { useEffect, useEffectEvent } from "react";

import type { Label } from "@/api/datasets";
import { isTyping } from "@/components/ui/keyboard";

import { labelAtKey } from "../../model/key-map";
import { hasOpenDialog } from "../../use-label-keys";

/**
 * Keys of tools. A letter gives a label where one has it; with Shift it is the tool's always.
 *
 * @param acts what to do by key, letters in small; `false` for "not now", and the page gets the key.
 */
export function useToolKeys(
  labels: readonly Label[],
  acts: Readonly<Record<string, (() => unknown) | undefined>>,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event) || hasOpenDialog()) return;
    if (event.altKey) return;
    const act = acts[nameOf(event)];
    if (act === undefined) return;
    const isLetter = /^[a-z]$/i.test(event.key);
    if (isLetter && !event.shiftKey && labelAtKey(labels, event.key) !== null) return;
    if (act() === false) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    // Before the listeners of the page, which look whether an event was taken.
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);
}

/** A letter is itself with or without Shift; other keys with Ctrl or Shift are named so. */
function nameOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  const command = ctrlKey || metaKey ? "Ctrl+" : "";
  if (/^[a-z]$/i.test(key)) return command + key.toLowerCase();
  return command + (shiftKey && key.startsWith("Arrow") ? "Shift+" : "") + key;
}
