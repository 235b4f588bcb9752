import { formatNumber, formatPercent } from "@/i18n/format";

import type { FeatureDrift } from "../types";

const SHARES = new Set<FeatureDrift["change"]>([
  "more_missing",
  "fewer_missing",
  "more_of",
  "less_of",
]);

/** The median, or the share, before and now; nothing where that was not told. */
export function changeOf(feature: FeatureDrift, language: string): string | null {
  const { change, before, now, now_beyond: beyond } = feature;
  if (before === null || now === null) return null;
  const written = (value: number) =>
    SHARES.has(change) ? formatPercent(value, language) : formatNumber(value, language, 3);
  const sign = beyond === null ? "" : { below: "< ", above: "> " }[beyond];
  return `${written(before)} → ${sign}${written(now)}`;
}
