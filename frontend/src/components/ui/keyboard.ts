/** What is chosen with arrows and Space, and takes no letters or digits. */
const CHOICES = "input[type=radio], input[type=checkbox]";

/** Tell whether a key press belongs to a field, where single keys are letters. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches(CHOICES)) return !/^[\p{L}\p{N}?/]$/u.test(event.key);
  return target.isContentEditable || target.closest("input, textarea, select") !== null;
}

/** The name of the key that goes with commands on this machine. */
export function commandKey(): string {
  return /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘" : "Ctrl";
}
