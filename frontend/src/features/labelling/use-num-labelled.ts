import { useMemo } from "react";

import type { Dataset } from "@/api/datasets";

import type { ModeProps } from "./labelling-page";
import { labelsOf, type Labelling } from "./use-labelling";

/** How many samples of a dataset are labelled, those of this session among them. */
export function useNumLabelled(
  dataset: Dataset,
  queue: ModeProps["queue"],
  labelling: Pick<Labelling, "current">,
): number {
  // The dataset's own count is from before this session; add what was given since.
  const gained = useMemo(
    () =>
      queue.samples.reduce((sum, sample) => {
        const before = labelsOf(sample) === null ? 0 : 1;
        const after = labelling.current(sample) === null ? 0 : 1;
        return sum + after - before;
      }, 0),
    [queue.samples, labelling],
  );
  return Math.min(dataset.num_samples, dataset.num_labelled + gained);
}
