import type { TFunction } from "i18next";

/** Options by the path of their names: lists in one row; switches and what was agreed to in words. */
export function optionRows(
  options: Record<string, unknown>,
  t: TFunction,
  prefix = "",
): [string, string][] {
  return Object.entries(options).flatMap(([name, value]): [string, string][] => {
    const path = prefix + name;
    if (Array.isArray(value)) return [[path, listed(path, value, t)]];
    if (typeof value === "object" && value !== null) {
      return optionRows(value as Record<string, unknown>, t, `${path}.`);
    }
    if (typeof value === "boolean") return [[path, t(value ? "check.on" : "check.off")]];
    return [[path, String(value)]];
  });
}

function listed(path: string, values: readonly unknown[], t: TFunction): string {
  const words = values.map((value) =>
    path === "accepted"
      ? t(`check.agreed.${String(value)}`, { defaultValue: t("check.agreed.other") })
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value),
  );
  return words.join(path === "accepted" ? " · " : ", ");
}
