/**
 * Offsets of spans count Unicode code points; strings here count UTF-16 units, where emoji and rare
 * Han characters take two.
 */

/** The UTF-16 offset of every code point of a text, and of its end. */
export function utf16Offsets(text: string): number[] {
  const offsets = [0];
  let offset = 0;
  for (const character of text) {
    offset += character.length;
    offsets.push(offset);
  }
  return offsets;
}

/** The code points before a UTF-16 offset. A place inside a pair belongs to the pair. */
export function codePointAt(text: string, offset: number): number {
  let count = 0;
  let position = 0;
  for (const character of text) {
    if (position + character.length > offset) break;
    position += character.length;
    count += 1;
  }
  return count;
}

/** The part of a text between two code points, half open. */
export function sliceCodePoints(text: string, start: number, end: number): string {
  const offsets = utf16Offsets(text);
  return text.slice(offsets[start] ?? text.length, offsets[end] ?? text.length);
}
