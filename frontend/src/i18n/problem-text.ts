import type { TFunction } from "i18next";

import { Problem, type FieldProblem, type Param } from "@/api/problem";

/** Files that may hold an `errors` section of their own beside the shared errors.json. */
const FEATURES = [
  "datasets",
  "formats",
  "labelling",
  "training",
  "models",
  "deployments",
  "calls",
  "share",
];

/** Values of a text whose number is called `num`: it chooses between the forms for one and more. */
export function counted(params: Record<string, unknown>): Record<string, Param> {
  const count = params["count"] ?? params["num"];
  return { ...(params as Record<string, Param>), ...(typeof count === "number" && { count }) };
}

/**
 * Say a coded message in the reader's language; `fallback` is what the server said.
 *
 * @param feature whose own text comes first, where it has one of this code.
 */
export function codedText(
  t: TFunction,
  code: string,
  params: Record<string, unknown>,
  fallback: string,
  feature?: "formats",
): string {
  const keys = [
    ...(feature === undefined ? [] : [`${feature}.errors.${code}`]),
    `errors.${code}`,
    ...FEATURES.map((feature) => `${feature}.errors.${code}`),
    `ui.error.text.${code}`,
  ];
  return t(keys, { ...counted(params), defaultValue: fallback });
}

/** Say what is wrong with one field in the reader's language. */
export function fieldText(t: TFunction, { code, detail }: Omit<FieldProblem, "pointer">): string {
  const other = t("errors.field.other", { detail, defaultValue: detail });
  return codedText(t, `field.${code}`, {}, codedText(t, code, {}, other));
}

/** Say what went wrong in the reader's language. */
export function problemText(t: TFunction, error: unknown): string {
  if (!(error instanceof Problem)) return t("ui.error.text.unexpected");
  // The server's own error names no values; its text tells the status.
  return codedText(t, error.code, { status: error.status, ...error.params }, error.message);
}
