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
  | "redo"
  | "clear"
  | "none"
  | "find"
  | "keys"
  | "fit"
  | "zoom-in"
  | "zoom-out"
  | "leave"
  | "accept"
  | "accept-one"
  | "reject"
  | "next-annotation"
  | "previous-annotation";

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

/** With Shift, keys answer what a model suggests. */
const SHIFT_COMMANDS: Readonly<Record<string, Command>> = {
  Enter: "accept",
  " ": "accept-one",
  Backspace: "reject",
  Delete: "reject",
  ArrowRight: "next-annotation",
  ArrowLeft: "previous-annotation",
};

interface KeyPress {
  readonly key: string;
  readonly shiftKey?: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The command of a key press; combinations other than undo are the browser's. */
export function commandOf({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey = false,
}: KeyPress): Command | null {
  if ((ctrlKey || metaKey) && !altKey) {
    const letter = key.toLowerCase();
    if (letter === "y" || (letter === "z" && shiftKey)) return "redo";
    return letter === "z" ? "undo" : null;
  }
  if (shiftKey && !altKey && SHIFT_COMMANDS[key] !== undefined) return SHIFT_COMMANDS[key];
  return altKey ? null : (COMMANDS[key] ?? null);
}
