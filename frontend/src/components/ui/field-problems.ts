import type { FormInstance } from "antd";
import type { TFunction } from "i18next";

import { Problem, type FieldProblem } from "@/api/problem";
import { fieldText, problemText } from "@/i18n/problem-text";

type Path = (string | number)[];

/** The fields that refusals of a whole request are about, where the form has them. */
const ABOUT: Readonly<Record<string, readonly string[]>> = {
  email_invalid: ["email"],
  email_taken: ["email"],
  member_exists: ["email"],
  password_weak: ["new", "password"],
  password_wrong: ["current"],
};

/**
 * Find the field of a form that a pointer of the server leads to: the one itself or one around it,
 * where the request may hold the form's fields a level deeper.
 */
function fieldAt(fields: readonly Path[], pointer: string): Path | undefined {
  const parts = pointer.split("/").filter(Boolean);
  for (let from = 0; from < parts.length; from++) {
    for (let to = parts.length; to > from; to--) {
      const part = parts.slice(from, to).join("/");
      const found = fields.find((field) => field.join("/") === part);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

export interface PlacedProblem {
  field: Path;
  text: string;
}

interface Placed {
  placed: PlacedProblem[];
  /** What is about no field of the form. */
  rest: FieldProblem[];
}

/** Part what a refusal says of the fields of a form from what it says of others. */
export function placeProblems(form: FormInstance, error: unknown, t: TFunction): Placed {
  if (!(error instanceof Problem)) return { placed: [], rest: [] };
  const fields = form.getFieldsError().map(({ name }) => name as Path);
  const placed: PlacedProblem[] = [];
  const rest: FieldProblem[] = [];
  for (const one of error.errors) {
    const field = fieldAt(fields, one.pointer);
    if (field === undefined) rest.push(one);
    else placed.push({ field, text: fieldText(t, one) });
  }
  const about = (ABOUT[error.code] ?? [])
    .map((name) => fieldAt(fields, name))
    .find((field) => field !== undefined);
  if (about !== undefined) placed.push({ field: about, text: problemText(t, error) });
  return { placed, rest };
}
