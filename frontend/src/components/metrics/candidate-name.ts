import type { TFunction } from "i18next";

const LOGARITHMS = "-log";
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
  const [, kind, number] = NUMBERED.exec(name) ?? [];
  if (kind !== undefined) return t("report.numbered", { name: candidateName(t, kind), number });
  return t([`report.${name}`, `training.backbone.${name}`], { defaultValue: name });
}
