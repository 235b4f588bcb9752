import { useEffect, useEffectEvent } from "react";

import type { Label } from "@/api/datasets";
import { isTyping } from "@/components/ui/keyboard";

import { withoutRegion, type Annotations, type MaybeAnnotations } from "./model/annotations";
import { useLabelKeys } from "./use-label-keys";

interface Options {
  labels: readonly Label[];
  annotations: MaybeAnnotations;
  selected: string | null;
  onSelect: (id: string | null) => void;
  onChange: (next: Annotations | null) => void;
  onLabel: (id: string) => void;
  /** Say that nothing is there; absent where something always is. */
  onNegative?: (() => void) | undefined;
  onUndo: () => void;
  onRedo: () => void;
  onFind: () => void;
  onCopy: () => void;
  onPaste: () => void;
  onDone: () => void;
  /** What can be done with a model's annotations, where one suggests any. */
  proposed?: {
    accept: () => void;
    acceptOne: () => void;
    reject: () => void;
    step: (by: 1 | -1) => void;
  };
  onLeave: () => void;
  step: { go: (offset: number) => void; goOpen: () => void };
}

/** The keys of the editors: those of labelling, and copying annotations from sample to sample. */
export function useEditorCommands(options: Options): void {
  const { labels, annotations, selected, onSelect, onChange, proposed, step } = options;
  useLabelKeys({
    labels,
    onLabel: options.onLabel,
    commands: {
      leave: () => (selected === null ? options.onLeave() : onSelect(null)),
      next: () => step.go(1),
      previous: () => step.go(-1),
      "next-unlabelled": options.onDone,
      undo: options.onUndo,
      redo: options.onRedo,
      clear: () => {
        if (annotations === null || selected === null) return;
        onChange(withoutRegion(annotations, selected));
        onSelect(null);
      },
      none: () => options.onNegative?.(),
      find: options.onFind,
      ...(proposed && {
        accept: proposed.accept,
        "accept-one": proposed.acceptOne,
        reject: proposed.reject,
        "next-annotation": () => proposed.step(1),
        "previous-annotation": () => proposed.step(-1),
      }),
    },
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if ((!event.ctrlKey && !event.metaKey) || event.altKey || isTyping(event)) return;
    const isText = (document.getSelection()?.toString() ?? "") !== "";
    if (event.key === "c" && !isText) options.onCopy();
    else if (event.key === "v") options.onPaste();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
