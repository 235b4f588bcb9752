import type { TFunction } from "i18next";

import type { Label } from "@/api/datasets";

import type { LabelIds } from "./model/label-change";

/** Labels of a sample in words. */
export function labelNames(t: TFunction, labels: readonly Label[], ids: LabelIds): string {
  if (ids === null) return t("labelling.unlabelled");
  if (ids.length === 0) return t("labelling.none");
  return ids.map((id) => labels.find((label) => label.id === id)?.name ?? "?").join(", ");
}
