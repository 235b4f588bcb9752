import type { useColumnPreview } from "../api/imports/use-column-preview";
import type { DetectedFormats, FormatGuess } from "../api/imports/use-detected-format";
import { canPreview, useFilePreview } from "../api/imports/use-table-preview";
import { hasSomething, leftBehind } from "../upload/formats";
import type { UploadPlan } from "../upload/plan";
import { hasColumns } from "../upload/tables-in-plan";
import { areColumnsClear, isReadingClear, onlyFormat } from "./certainty";

interface Asked {
  datasetId: string;
  plan: UploadPlan;
  detected: DetectedFormats;
  columns: ReturnType<typeof useColumnPreview>;
  /** Whether an import may begin without a question at all. */
  isAllowed: boolean;
}

/** What needs no question: the format of files, or `null`; `undefined` while it is looked at. */
export function useClearCase(asked: Asked): FormatGuess | null | undefined {
  const { datasetId, plan, detected, columns, isAllowed } = asked;
  const guess = onlyFormat(detected.data ?? []);
  const [table, ...more] = guess?.format === "table" ? plan.samples : [];
  const isShown = isAllowed && table !== undefined && more.length === 0 && canPreview(table.file);
  const reading = useFilePreview(datasetId, isShown ? table.file : undefined, {});
  if (!isAllowed) return null;
  if (detected.isPending) return undefined;
  if (guess === undefined || !hasSomething(plan, guess.format)) return null;
  if (leftBehind(plan, guess.format).length > 0) return null;
  if (hasColumns(guess.format)) {
    if (columns.isPending) return undefined;
    return areColumnsClear(columns.data) ? guess : null;
  }
  if (guess.format === "table") {
    if (!isShown) return null;
    if (reading.isPending) return undefined;
    return isReadingClear(reading.data) ? guess : null;
  }
  return guess;
}
