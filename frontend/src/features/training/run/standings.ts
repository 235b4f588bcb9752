import { gainOver, type MetricKind } from "@/components/metrics/metric";

import type { Candidate } from "../types";

/** A model that a run tried, and of which run it is. */
export interface Standing extends Candidate {
  run: string;
}

/** The name of what all members with a weight predict together. */
export const BLEND = "blend";

/** Keep the latest of each name, where it was first told of. */
export function latestOf(candidates: readonly Candidate[]): Candidate[] {
  return [...new Map(candidates.map((candidate) => [candidate.name, candidate])).values()];
}

/** Order models, the best first; among equals the one of less loss. */
export function ranked(standings: readonly Standing[], kind: MetricKind): Standing[] {
  return [...standings].sort(
    (one, other) => gainOver(other.value, one.value, kind) || one.loss - other.loss,
  );
}

/** A model with its share in what is taken in the end. */
interface Taken {
  name: string;
  weight: number;
}

/** Models that are taken in the end, the largest share first; none while that is not known. */
export function takenOf(candidates: readonly Candidate[]): Taken[] {
  return candidates
    .flatMap(({ name, weight }) =>
      name === BLEND || weight === null || weight === 0 ? [] : [{ name, weight }],
    )
    .sort((one, other) => other.weight - one.weight);
}
