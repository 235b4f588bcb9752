import type { CatalogTask, DatasetVersion } from "../types";

export const SPLITS = ["train", "validation", "test"] as const;

/** How many rows each part of a run has. */
export interface DividedRows extends Record<(typeof SPLITS)[number], number> {
  total: number;
  /** Tables are named for every part, so that nothing is drawn. */
  isNamed: boolean;
}

/**
 * About how the rows of versions are divided, as `engine/validation/rows.py` says it: a part that no
 * table is named for is taken from the training rows, and of series the latest points are held out.
 * Nothing of versions that do not count their rows.
 */
export function dividedRows(
  versions: readonly DatasetVersion[],
  task: Pick<CatalogTask, "held_out_share" | "prediction">,
): DividedRows | undefined {
  const share = task.held_out_share;
  if (share === null || versions.some(({ num_rows: rows }) => rows === null)) return undefined;
  const named = Object.fromEntries(
    SPLITS.map((split) => [
      split,
      versions.reduce((sum, { counts }) => sum + (counts[split].num_rows ?? 0), 0),
    ]),
  ) as Record<(typeof SPLITS)[number], number>;
  const total = named.train + named.validation + named.test;
  const isSeries = task.prediction === "forecast";
  const train = isSeries ? total : named.train;
  const drawn = Math.round(train * share);
  const validation = isSeries || named.validation === 0 ? drawn : named.validation;
  const test = isSeries || named.test === 0 ? drawn : named.test;
  return {
    total,
    train: total - validation - test,
    validation,
    test,
    isNamed: !isSeries && named.validation > 0 && named.test > 0,
  };
}
