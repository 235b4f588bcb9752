import type { TFunction } from "i18next";

import type { ModelVersion } from "../types";

/** The data that a model's figures are of: versions of datasets, or what was drawn for it. */
export function measuredData(t: TFunction, version: ModelVersion): string {
  if (version.is_built_in) return t("builtIn.data");
  return version.dataset_versions.map((item) => `${item.dataset_name} v${item.number}`).join(", ");
}
