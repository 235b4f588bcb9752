const ID_LENGTH = 6;
const PATTERN = /^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$/;

/** Tell whether a text can be the last part of an endpoint's address. */
export function isSuffix(text: string): boolean {
  return PATTERN.test(text);
}

/**
 * Propose an address for a name.
 *
 * Names without Latin letters or digits would all give the same one: they get a piece of an id.
 */
export function suffixOf(name: string, id: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
    .replace(/-+$/, "");
  return isSuffix(plain) ? plain : `model-${plain === "" ? id.slice(0, ID_LENGTH) : plain}`;
}
