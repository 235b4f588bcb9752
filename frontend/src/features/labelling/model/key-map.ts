/**
 * The keys that give labels: digits as they lie on the keyboard, then letters. Every command of the
 * labelling tool therefore uses other keys.
 */
export const LABEL_KEYS = "1234567890abcdefghijklmnopqrstuvwxyz";

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * The key of each label by its id. A label that is called like a key, such as the digit 7, has that
 * key; the others take what is left, in the order of the label list, and late ones go without.
 */
export function keysOfLabels(labels: readonly Named[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const free = new Set(LABEL_KEYS);
  for (const { id, name } of labels) {
    const own = name.trim().toLowerCase();
    if (free.delete(own)) keys.set(id, own);
  }
  for (const { id } of labels) {
    if (keys.has(id)) continue;
    const [next] = free;
    if (next === undefined) break;
    free.delete(next);
    keys.set(id, next);
  }
  return keys;
}

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
