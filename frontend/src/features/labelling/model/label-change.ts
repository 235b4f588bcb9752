/** The labels of a sample: null while unlabelled, empty for "shows none of them". */
export type LabelIds = readonly string[] | null;

export type BatchMode = "set" | "add" | "remove" | "clear";

/** The labels a sample has after a label was pressed. */
export function press(current: LabelIds, labelId: string, multiLabel: boolean): LabelIds {
  if (!multiLabel) return [labelId];
  const ids = current ?? [];
  return orUnlabelled(
    ids.includes(labelId) ? ids.filter((id) => id !== labelId) : [...ids, labelId],
  );
}

/** Without its last label a sample is unlabelled; that it shows none of them is said outright. */
function orUnlabelled(ids: readonly string[]): LabelIds {
  return ids.length === 0 ? null : ids;
}

export function sameLabels(left: LabelIds, right: LabelIds): boolean {
  if (left === null || right === null) return left === right;
  return left.length === right.length && left.every((id) => right.includes(id));
}

/**
 * The labels of several samples after one label was pressed for all of them.
 *
 * In multi-label data the label is taken away only when every one of them has it; otherwise all of
 * them get it. That is what people expect of a tick box over a mixed selection.
 */
export function pressForAll(
  currents: readonly LabelIds[],
  labelId: string,
  multiLabel: boolean,
): LabelIds[] {
  if (!multiLabel) return currents.map(() => [labelId]);
  const everyOneHas = currents.every((ids) => ids?.includes(labelId));
  return currents.map((ids) =>
    orUnlabelled(
      everyOneHas
        ? (ids ?? []).filter((id) => id !== labelId)
        : [...new Set([...(ids ?? []), labelId])],
    ),
  );
}

/** Equal for equal labels, whatever their order. */
export function labelsKey(labelIds: LabelIds): string {
  return labelIds === null ? "unlabelled" : [...labelIds].sort().join(" ");
}
