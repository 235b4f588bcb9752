import type { NewVersion } from "@/api/freeze-version";

/** What the dialog holds: shares in whole percent, because people think in those. */
export interface SplitDraft {
  readonly kind: "random" | "named" | "custom";
  readonly validation: number;
  readonly test: number;
  readonly seed: number;
  readonly validationVersionId: string | null;
}

export const DEFAULT_SPLIT: SplitDraft = {
  kind: "random",
  validation: 15,
  test: 15,
  seed: 0,
  validationVersionId: null,
};

/** Tables stay whole: their rows are divided when a model is trained. */
export const WHOLE_TABLES: SplitDraft = { ...DEFAULT_SPLIT, validation: 0, test: 0 };

/** The training share is what validation and test leave. */
export function trainPercent({ validation, test }: SplitDraft): number {
  return 100 - validation - test;
}

export function isValid(draft: SplitDraft): boolean {
  return recipeOf(draft) !== null;
}

/** The recipe as the API wants it, or null while something is missing or impossible. */
export function recipeOf(draft: SplitDraft): NewVersion["split"] | null {
  const { kind, validation, test, seed, validationVersionId } = draft;
  if (kind === "custom") {
    if (validationVersionId === null || test < 0 || test > 90) return null;
    return { kind, validation_version_id: validationVersionId, test: test / 100, seed };
  }
  const train = trainPercent(draft);
  if (train <= 0 || validation < 0 || test < 0) return null;
  if (kind === "named") return { kind, validation: validation / 100, test: test / 100, seed };
  return { kind, train: train / 100, validation: validation / 100, test: test / 100, seed };
}
