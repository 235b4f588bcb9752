import { useTranslation } from "react-i18next";

import type { Dataset } from "@/api/datasets";
import { useTaskCard } from "@/api/task-card";

/** What people say of a dataset's samples, in a few words; empty until the catalog is there. */
export function useAnnotationText({ task, multi_label: isMultiLabel }: Dataset): string {
  const { t } = useTranslation();
  const annotation = useTaskCard(task)?.annotation;
  if (annotation === undefined) return "";
  if (annotation !== "classes") return t(`datasets.annotation.${annotation}`);
  return t(isMultiLabel ? "datasets.kind.multi" : "datasets.kind.single");
}
