import type { TFunction } from "i18next";

const LOGARITHMS = "-log";
/** Of a forecast: own maps for each column or one for all, steps that are seen, center, penalty. */
const LINEAR_MAP = /^linear(-own)?-(\d+)-(mean|last)-(.+)$/;
const NUMBERED = /^(.+)-(\d+)$/;

/**
 * What one of several models is called that a run tries beside each other: a kind in words, and
 * which of them where there are many, such as `lightgbm-2`.
 */
export function candidateName(t: TFunction, name: string): string {
  if (name.endsWith(LOGARITHMS)) {
    const plain = candidateName(t, name.slice(0, -LOGARITHMS.length));
    return t("report.of_logarithms", { name: plain });
  }
  const [, own, lookback, center, penalty] = LINEAR_MAP.exec(name) ?? [];
  if (lookback !== undefined) {
    const from = t(`report.center.${center}`);
    return t(`report.linear_map.${own === undefined ? "all" : "own"}`, { lookback, from, penalty });
  }
  const [, kind, number] = NUMBERED.exec(name) ?? [];
  if (kind !== undefined) return t("report.numbered", { name: candidateName(t, kind), number });
  return t([`report.${name}`, `training.backbone.${name}`], { defaultValue: name });
}
