import type { TFunction } from "i18next";

import type { AlertUnit } from "@/api/alerts";
import { formatDuration, formatPercent } from "@/i18n/format";

/** A value or limit of a condition in words; nothing where it has none. */
export function measured(value: number | null, unit: AlertUnit, language: string): string {
  if (value === null || unit === "none") return "";
  return unit === "share" ? formatPercent(value, language) : formatDuration(value / 1000, language);
}

/** What people call a condition; one that this page does not know yet has its key. */
export function conditionName(t: TFunction, condition: string): string {
  return t(`alerts.condition.${condition}.name`, { defaultValue: condition });
}
