const PATTERN = /^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$/;

/** Tell whether a text can be the last part of an endpoint's address. */
export function isSuffix(text: string): boolean {
  return PATTERN.test(text);
}

/** Propose an address for a name; a name without Latin letters or digits gives `model`. */
export function suffixOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
    .replace(/-+$/, "");
  return isSuffix(plain) ? plain : `model${plain === "" ? "" : `-${plain}`}`;
}
