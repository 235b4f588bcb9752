/** Paint a round spot, or wipe it away, into a mask given row by row. */
export function paintSpot(
  pixels: Uint8Array,
  size: { width: number; height: number },
  at: { x: number; y: number },
  radius: number,
  value: 0 | 1,
): void {
  const top = Math.max(0, Math.floor(at.y - radius));
  const bottom = Math.min(size.height - 1, Math.ceil(at.y + radius));
  const left = Math.max(0, Math.floor(at.x - radius));
  const right = Math.min(size.width - 1, Math.ceil(at.x + radius));
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      // A pixel belongs to the spot when its middle does.
      if ((x + 0.5 - at.x) ** 2 + (y + 0.5 - at.y) ** 2 <= radius ** 2) {
        pixels[y * size.width + x] = value;
      }
    }
  }
}

/** Paint along a line: a fast hand leaves no gaps. */
export function paintLine(
  pixels: Uint8Array,
  size: { width: number; height: number },
  from: { x: number; y: number },
  to: { x: number; y: number },
  radius: number,
  value: 0 | 1,
): void {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const numSteps = Math.max(1, Math.ceil(length / Math.max(1, radius / 2)));
  for (let step = 0; step <= numSteps; step += 1) {
    const share = step / numSteps;
    const at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    paintSpot(pixels, size, at, radius, value);
  }
}
