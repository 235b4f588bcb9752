/**
 * The keys that give labels, in the order of the label list: digits as they lie on the keyboard,
 * then letters. Every command of the labelling tool therefore uses other keys.
 */
export const LABEL_KEYS = "1234567890abcdefghijklmnopqrstuvwxyz";

export function keyOfLabel(position: number): string | null {
  return LABEL_KEYS[position] ?? null;
}

/** The label at a key, or null when the key belongs to none. */
export function labelAtKey<Label>(labels: readonly Label[], key: string): Label | null {
  if (key.length !== 1) return null;
  const position = LABEL_KEYS.indexOf(key.toLowerCase());
  return position < 0 ? null : (labels[position] ?? null);
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
