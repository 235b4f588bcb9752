/** Above it, a round end of the axis may lie beyond the whole. */
const NEAR_WHOLE = 0.8;

interface Extent {
  min: number;
  max: number;
}

/**
 * Where an axis of shares ends that begins with the data: with the whole, wherever round numbers
 * would lead beyond it; `null` leaves it to the chart.
 */
export function shareEnd({ min, max }: Extent): number | null {
  return max <= 1 && (max > NEAR_WHOLE || min === max) ? 1 : null;
}

/** Where such an axis begins: with nothing around a share that never changes. */
export function shareStart({ min, max }: Extent): number | null {
  return max <= 1 && min === max ? 0 : null;
}
