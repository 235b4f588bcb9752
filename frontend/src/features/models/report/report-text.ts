import type { TFunction } from "i18next";

import { candidateName } from "@/components/metrics/candidate-name";
import { metricName } from "@/components/metrics/metric-name";
import { formatCount, formatDuration, formatMetric, formatPercent } from "@/i18n/format";

import type { CellUnit } from "./sections";

/**
 * The words for a key of a report: a heading, a metric, an axis. What is no key but data, such as
 * the name of a column or label, stands for itself.
 */
export function reportText(t: TFunction, key: string): string {
  return t(`report.${key}`, { defaultValue: metricName(t, key) });
}

/** Names among a user's own that the engine puts in where nothing is there. */
const SPECIAL = new Set(["none", "background"]);

/** A name of the user's data, which is never translated, or one of the engine's. */
export function dataText(t: TFunction, name: string): string {
  return SPECIAL.has(name) ? reportText(t, name) : name;
}

/** Columns whose cells are the engine's words, and never names of the user's data. */
const OF_ENGINE = new Set(["direction", "kind", "place", "size"]);

/** The column of models that a run tried, each with a number where there are many of its kind. */
const CANDIDATE = "candidate";

/** A name in a table, by the column it stands in. */
export function nameText(t: TFunction, column: string, name: string): string {
  if (column === CANDIDATE) return candidateName(t, name);
  return OF_ENGINE.has(column) ? reportText(t, name) : dataText(t, name);
}

/** The words for a heading: a key without a text is at least made readable. */
export function headingText(t: TFunction, key: string): string {
  const readable = key.replaceAll("_", " ");
  return t([`report.${key}`, `metrics.${key}.name`], {
    defaultValue: readable.charAt(0).toUpperCase() + readable.slice(1),
  });
}

/** A number of a table or chart in its unit; what is undefined is a dash. */
export function cellText(
  value: number | null | undefined,
  unit: CellUnit,
  language: string,
): string {
  if (value === null || value === undefined) return "–";
  switch (unit) {
    case "count":
      return formatCount(value, language);
    case "share":
      return formatPercent(value, language);
    case "milliseconds":
      return formatDuration(value / 1000, language);
    default:
      return formatMetric(value, language);
  }
}
