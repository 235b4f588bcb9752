import { Problem, type FieldProblem } from "@/api/problem";

import type { SearchParameter } from "../types";

const PLACE = /^\/?space\/parameters\/(\d+)\b/;

/** What the server said of anything but parameters, which is told beside them. */
export function otherRefusals(error: unknown): FieldProblem[] {
  if (!(error instanceof Problem)) return [];
  return error.errors.filter(({ pointer }) => !PLACE.test(pointer));
}

/** What the server said of parameters that were sent, by their names. */
export function refusalsOf(
  error: unknown,
  sent: readonly SearchParameter[],
  write: (field: FieldProblem) => string,
): Record<string, string> {
  if (!(error instanceof Problem)) return {};
  return Object.fromEntries(
    error.errors.flatMap((field) => {
      const place = PLACE.exec(field.pointer)?.[1];
      const name = place === undefined ? undefined : sent[Number(place)]?.name;
      return name === undefined ? [] : [[name, write(field)] as const];
    }),
  );
}
