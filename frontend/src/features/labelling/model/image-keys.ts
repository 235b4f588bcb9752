import type { AnnotationCard } from "@/api/task-card";

/** The keys of the image editors as the sheet of keys shows them: what each of them means. */
export interface ImageKey {
  readonly keys: readonly string[];
  /** The text `labelling.keys.image.…` that says what it does. */
  readonly meaning: string;
}

const OF_ALL: readonly ImageKey[] = [
  { keys: ["←", "→", "↑", "↓"], meaning: "move" },
  { keys: ["Ctrl", "↑ ↓"], meaning: "step" },
  { keys: ["H"], meaning: "hide" },
  { keys: ["L"], meaning: "lock" },
  { keys: ["Ctrl", "[ ]"], meaning: "order" },
  { keys: ["M"], meaning: "list" },
  { keys: ["T"], meaning: "fill" },
  { keys: ["P"], meaning: "previous" },
  { keys: ["K"], meaning: "points" },
  { keys: ["Alt", "← → ↑ ↓"], meaning: "pan" },
];

const OF_BOXES: readonly ImageKey[] = [
  { keys: ["B"], meaning: "box" },
  { keys: ["Q"], meaning: "quad" },
  { keys: ["[", "]"], meaning: "turn" },
];

const OF_OUTLINES: readonly ImageKey[] = [
  { keys: ["G"], meaning: "polygon" },
  { keys: ["B"], meaning: "brush" },
  { keys: ["E"], meaning: "eraser" },
  { keys: ["C"], meaning: "cutOut" },
  { keys: ["Alt", "click"], meaning: "cutOutBackground" },
  { keys: ["Enter"], meaning: "cutOutKeep" },
  { keys: ["Esc"], meaning: "cutOutDrop" },
  { keys: ["V"], meaning: "choose" },
  { keys: ["[", "]"], meaning: "radius" },
];

const OF_EDITORS: Partial<Record<string, readonly ImageKey[]>> = {
  boxes: [...OF_BOXES, ...OF_ALL],
  outlines: [...OF_OUTLINES, ...OF_ALL],
};

/** The keys of an editor; none where it is not one of images. */
export function imageKeys(editor: AnnotationCard["editor"]): readonly ImageKey[] {
  return OF_EDITORS[editor ?? ""] ?? [];
}
