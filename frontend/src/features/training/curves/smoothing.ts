/** One measured value: `[step, epoch, value]`, as the API sends it. */
export type Point = [step: number, epoch: number, value: number];

/**
 * Smooth a curve by a debiased exponential moving average.
 *
 * @param weight 0 leaves the curve as it is; nearer 1 smooths more. Debiasing keeps the first
 *   points at their level instead of pulling them towards zero.
 */
export function smooth(points: Point[], weight: number): Point[] {
  if (weight <= 0) return points;
  let average = 0;
  return points.map(([step, epoch, value], index) => {
    average = average * weight + value * (1 - weight);
    return [step, epoch, average / (1 - weight ** (index + 1))];
  });
}

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
