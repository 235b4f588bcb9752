import { useEffect, useEffectEvent } from "react";

import type { Label } from "@/api/datasets";
import { isTyping } from "@/components/ui/keyboard";

import { commandOf, labelAtKey, type Command } from "./model/key-map";

interface Options {
  labels: readonly Label[];
  onLabel: (labelId: string) => void;
  commands: Partial<Record<Command, () => unknown>>;
}

/** Dialogs take the keys while they are open; closed ones may stay in the document, hidden. */
export function hasOpenDialog(): boolean {
  const dialogs = document.querySelectorAll('[role="dialog"]');
  return [...dialogs].some((dialog) => dialog.getClientRects().length > 0);
}

/** Turn key presses into labels and commands, unless someone types or a dialog is open. */
export function useLabelKeys({ labels, onLabel, commands }: Options): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event) || hasOpenDialog()) return;
    const command = commandOf(event);
    if (command !== null) {
      const act = commands[command];
      if (act === undefined) return;
      // Space and Enter press a focused button, as everywhere.
      const onButton = event.target instanceof HTMLElement && event.target.closest("button, a");
      if (onButton && !event.shiftKey && (event.key === " " || event.key === "Enter")) return;
      event.preventDefault();
      act();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const label = labelAtKey(labels, event.key);
    if (label !== null) {
      event.preventDefault();
      onLabel(label.id);
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
