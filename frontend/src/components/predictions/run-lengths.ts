/**
 * Masks as COCO's compressed run lengths: columns first, beginning with a run of zeros, each run
 * written as the difference to the run two before it, in groups of five bits from the character 48.
 */

const FIRST_CHARACTER = 48;
const GROUP_BITS = 5;
const GROUP_MASK = 0x1f;
const MORE = 0x20;
const SIGN = 0x10;

/** The lengths of the runs; the first, third and so on are background. */
export function decodeRuns(counts: string): number[] {
  const runs: number[] = [];
  let position = 0;
  while (position < counts.length) {
    let value = 0;
    let shift = 0;
    let group: number;
    do {
      if (position >= counts.length) {
        throw new RangeError(`The run lengths end inside a number, after ${runs.length} runs.`);
      }
      group = counts.charCodeAt(position) - FIRST_CHARACTER;
      if (group < 0 || group > 0x3f) {
        throw new RangeError(`The run lengths hold a foreign character at ${position}.`);
      }
      // Shifts beyond 31 bits wrap around in JavaScript; a multiplication does not.
      value += (group & GROUP_MASK) * 2 ** shift;
      position += 1;
      shift += GROUP_BITS;
    } while ((group & MORE) !== 0);
    if ((group & SIGN) !== 0) value -= 2 ** shift;
    runs.push(runs.length > 2 ? value + (runs[runs.length - 2] ?? 0) : value);
  }
  return runs;
}

/** Write runs as the string that `decodeRuns` reads. */
export function encodeRuns(runs: readonly number[]): string {
  let counts = "";
  runs.forEach((run, index) => {
    let value = index > 2 ? run - (runs[index - 2] ?? 0) : run;
    let more: boolean;
    do {
      let group = value & GROUP_MASK;
      value >>= GROUP_BITS;
      more = (group & SIGN) !== 0 ? value !== -1 : value !== 0;
      if (more) group |= MORE;
      counts += String.fromCharCode(group + FIRST_CHARACTER);
    } while (more);
  });
  return counts;
}

/** One byte a pixel, row by row: 1 inside the mask. */
export function maskPixels(counts: string, width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height);
  let position = 0;
  decodeRuns(counts).forEach((run, index) => {
    if (index % 2 === 1) {
      for (let at = position; at < position + run; at += 1) {
        pixels[(at % height) * width + Math.floor(at / height)] = 1;
      }
    }
    position += run;
  });
  if (position !== width * height) {
    throw new RangeError(`The mask covers ${position} pixels, the image has ${width} × ${height}.`);
  }
  return pixels;
}

/** The run lengths of a mask given row by row. */
export function maskCounts(pixels: ArrayLike<number>, width: number, height: number): string {
  const runs: number[] = [];
  let inside = 0;
  let length = 0;
  for (let at = 0; at < width * height; at += 1) {
    const pixel = (pixels[(at % height) * width + Math.floor(at / height)] ?? 0) > 0 ? 1 : 0;
    if (pixel !== inside) {
      runs.push(length);
      inside = pixel;
      length = 0;
    }
    length += 1;
  }
  runs.push(length);
  return encodeRuns(runs);
}
