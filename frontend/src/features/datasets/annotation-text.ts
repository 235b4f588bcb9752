import { useTranslation } from "react-i18next";

import type { Dataset } from "@/api/datasets";
import { useTaskCard } from "@/api/task-card";

/** What people say of a dataset's samples, in a few words; empty until the catalog is there. */
export function useAnnotationText({ task, multi_label: isMultiLabel }: Dataset): string {
  const { t } = useTranslation();
  const card = useTaskCard(task);
  if (card === undefined) return "";
  if (!card.annotation_card.is_classification) return t(`datasets.annotation.${card.annotation}`);
  return t(isMultiLabel ? "datasets.kind.multi" : "datasets.kind.single");
}
