import type { FormInstance } from "antd";
import type { TFunction } from "i18next";

import { Problem } from "@/api/problem";
import { codedText } from "@/i18n/problem-text";

/**
 * Show the server's field errors beside the form's fields.
 *
 * Returns whether every error found its field; otherwise the form should also show the problem.
 */
export function showFieldProblems(form: FormInstance, error: unknown, t: TFunction): boolean {
  if (!(error instanceof Problem) || error.errors.length === 0) return false;
  const known = new Set(Object.keys(form.getFieldsValue(true) as object));
  let complete = true;
  for (const { pointer, code, detail } of error.errors) {
    const name = pointer.split("/").filter(Boolean);
    if (!known.has(name[0] ?? "")) complete = false;
    else form.setFields([{ name, errors: [codedText(t, `field.${code}`, {}, detail)] }]);
  }
  return complete;
}
