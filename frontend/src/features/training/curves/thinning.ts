/** One measured value: `[step, epoch, value]`, as the API sends it. */
export type Point = [step: number, epoch: number, value: number];

/**
 * Keep at most `maxPoints` points (at least 2), the first, the last and each bucket's extremes, so
 * that a spike of the loss does not disappear.
 */
export function thin(points: Point[], maxPoints: number): Point[] {
  if (points.length <= maxPoints) return points;
  const first = points[0] as Point;
  const last = points[points.length - 1] as Point;
  const numBuckets = Math.max(0, Math.floor((maxPoints - 2) / 2));
  const inner = points.slice(1, -1);
  const kept: Point[] = [first];
  for (let bucket = 0; bucket < numBuckets; bucket += 1) {
    const from = Math.floor((bucket * inner.length) / numBuckets);
    const to = Math.floor(((bucket + 1) * inner.length) / numBuckets);
    kept.push(...extremes(inner.slice(from, to)));
  }
  return [...kept, last];
}

function extremes(points: Point[]): Point[] {
  const [start] = points;
  if (start === undefined) return [];
  let low = start;
  let high = start;
  for (const point of points) {
    if (point[2] < low[2]) low = point;
    if (point[2] > high[2]) high = point;
  }
  if (low === high) return [low];
  return low[0] < high[0] ? [low, high] : [high, low];
}
