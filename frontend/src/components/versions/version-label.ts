import { useTranslation } from "react-i18next";

import type { DatasetVersion } from "@/api/datasets";

type Named = Pick<DatasetVersion, "dataset_name" | "number" | "num_samples" | "num_rows">;

/** How a frozen version is called in a list: its dataset, its number, and how much it holds. */
export function useVersionLabel(): (version: Named) => string {
  const { t } = useTranslation();
  return (version) =>
    t(`training.new.data.${version.num_rows === null ? "version" : "tableVersion"}`, {
      dataset: version.dataset_name,
      number: version.number,
      count: version.num_rows ?? version.num_samples,
    });
}
