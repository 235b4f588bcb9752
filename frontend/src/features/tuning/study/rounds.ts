import type { Study } from "../types";

/** Return how many rounds trials make, the last of which may not be full. */
export function numRounds(numTrials: number, size: number): number {
  return Math.ceil(numTrials / size);
}

/** Return the round of a trial from 1 on; `undefined` where trials learn from scratch. */
export function roundOf(study: Pick<Study, "population">, number: number): number | undefined {
  const size = study.population?.size;
  return size === undefined ? undefined : Math.floor(number / size) + 1;
}

/** Return where rounds end on an axis of trial numbers, between two trials. */
export function roundEnds(study: Pick<Study, "population">, lastNumber: number): number[] {
  const size = study.population?.size;
  if (size === undefined) return [];
  return Array.from(
    { length: Math.floor(lastNumber / size) },
    (_, round) => (round + 1) * size - 0.5,
  );
}
