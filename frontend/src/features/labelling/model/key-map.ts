import { keysOfLabels, type Named } from "@/components/ui/label-keys";

/** The label at a key, or null when the key belongs to none. */
export function labelAtKey<Label extends Named>(
  labels: readonly Label[],
  key: string,
): Label | null {
  const keys = keysOfLabels(labels);
  return labels.find(({ id }) => keys.get(id) === key.toLowerCase()) ?? null;
}

export type Command =
  | "next"
  | "previous"
  | "next-unlabelled"
  | "undo"
  | "clear"
  | "none"
  | "find"
  | "keys"
  | "fit"
  | "zoom-in"
  | "zoom-out"
  | "leave";

const COMMANDS: Readonly<Record<string, Command>> = {
  ArrowRight: "next",
  ArrowLeft: "previous",
  " ": "next-unlabelled",
  Enter: "next-unlabelled",
  PageDown: "next-unlabelled",
  Backspace: "clear",
  Delete: "clear",
  "-": "zoom-out",
  "+": "zoom-in",
  "=": "zoom-in",
  ".": "fit",
  ",": "none",
  "/": "find",
  "?": "keys",
  Escape: "leave",
};

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The command of a key press; combinations other than undo are the browser's. */
export function commandOf({ key, ctrlKey, metaKey, altKey }: KeyPress): Command | null {
  if ((ctrlKey || metaKey) && !altKey) return key.toLowerCase() === "z" ? "undo" : null;
  return altKey ? null : (COMMANDS[key] ?? null);
}
