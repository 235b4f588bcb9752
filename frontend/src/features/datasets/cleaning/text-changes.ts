/** A run of characters that one of two texts has and the other may not. */
export interface Piece {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Comparing costs the product of both lengths; longer texts are marked as a whole. */
const MAX_CHARACTERS = 1500;

/**
 * Mark what one text has and the other does not: everything outside a longest common subsequence of
 * their characters (code points).
 */
export function marked(text: string, other: string): Piece[] {
  const [one, two] = [[...text], [...other]];
  if (text === other) return [{ text, isChanged: false }];
  if (one.length > MAX_CHARACTERS || two.length > MAX_CHARACTERS) {
    return [{ text, isChanged: true }];
  }
  const lengths = commonLengths(one, two);
  const width = two.length + 1;
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  const flags: boolean[] = [];
  let column = 0;
  for (let row = 0; row < one.length; row += 1) {
    while (
      column < two.length &&
      two[column] !== one[row] &&
      at(row, column + 1) >= at(row + 1, column)
    ) {
      column += 1;
    }
    const isCommon = column < two.length && two[column] === one[row];
    flags.push(!isCommon);
    if (isCommon) column += 1;
  }
  return inPieces(one, flags);
}

/** How long the longest common subsequence of what follows is, for each pair of places. */
function commonLengths(one: readonly string[], two: readonly string[]): Uint16Array {
  const width = two.length + 1;
  const lengths = new Uint16Array((one.length + 1) * width);
  for (let row = one.length - 1; row >= 0; row -= 1) {
    for (let column = two.length - 1; column >= 0; column -= 1) {
      const here = row * width + column;
      lengths[here] =
        one[row] === two[column]
          ? (lengths[here + width + 1] ?? 0) + 1
          : Math.max(lengths[here + width] ?? 0, lengths[here + 1] ?? 0);
    }
  }
  return lengths;
}

function inPieces(characters: readonly string[], flags: readonly boolean[]): Piece[] {
  const pieces: { text: string; isChanged: boolean }[] = [];
  characters.forEach((character, place) => {
    const isChanged = flags[place] ?? false;
    const last = pieces.at(-1);
    if (last?.isChanged === isChanged) last.text += character;
    else pieces.push({ text: character, isChanged });
  });
  return pieces;
}
