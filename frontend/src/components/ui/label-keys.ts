/**
 * The keys that give labels: digits as they lie on the keyboard, then letters. Every command of the
 * labelling tool therefore uses other keys.
 */
export const LABEL_KEYS = "1234567890abcdefghijklmnopqrstuvwxyz";

export interface Named {
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
