import type { TFunction } from "i18next";

/** What a recorded action was done with, in words; the names that people gave stay as they are. */
export function auditDetails(t: TFunction, details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== "")
    .map(([key, value]) =>
      t("accounts.audit.pair", {
        name: t(`actions.detail.${key}`, { defaultValue: key.replaceAll("_", " ") }),
        value: valueText(t, key, value),
      }),
    )
    .join(t("accounts.audit.comma"));
}

/** Values that are words of the product, by the detail they stand in. */
function valueText(t: TFunction, key: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => valueText(t, key, one)).join(" · ");
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  const known = {
    task: `tasks.${text.replaceAll(".", "_")}.name`,
    role: `accounts.role.${text}.name`,
    from: `accounts.role.${text}.name`,
    to: `accounts.role.${text}.name`,
    finding: `quality.kind.${text}.name`,
    steps: `cleaning.step.${text}.name`,
    scopes: `apiKeys.scope.${text}`,
    source: `batches.source.${text}`,
  }[key];
  return known === undefined ? text : t(known, { defaultValue: text });
}
