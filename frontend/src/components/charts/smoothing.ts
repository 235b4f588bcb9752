export type Point = readonly [x: number, y: number];

/**
 * Smooth a curve by an exponential moving average, corrected for its start so that the first
 * points are not pulled to zero. `weight` is in [0, 1); 0 leaves the curve as it is.
 */
export function smoothed(points: readonly Point[], weight: number): Point[] {
  let average = 0;
  let correction = 1;
  return points.map(([x, y]) => {
    average = weight * average + (1 - weight) * y;
    correction *= weight;
    return [x, average / (1 - correction)];
  });
}
