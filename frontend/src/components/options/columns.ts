/** Columns of the user's table, and the options that name them. */

import type { components } from "@/api/generated/schema";

import type { ColumnField, OptionField, OptionValue } from "./schema";
import { valueOf, type Options } from "./values";

export type TableColumn = components["schemas"]["TableColumn"];

export type ColumnProblem =
  | { code: "unknown"; names: string[] }
  | { code: "named_twice"; names: string[] }
  | { code: "constant"; names: string[] };

/** Return the columns that suit an option, and the others, both in the table's order. */
export function sortColumns(field: ColumnField, columns: readonly TableColumn[]) {
  const suits = ({ kind }: TableColumn) => field.kinds.includes(kind);
  return { suiting: columns.filter(suits), others: columns.filter((column) => !suits(column)) };
}

/** Return the names a value holds; none while it stands for the automatic choice or nothing. */
export function namesIn(field: ColumnField, value: OptionValue): string[] {
  if (Array.isArray(value)) return value;
  return value === null || value === field.fallback ? [] : [String(value)];
}

/** Return the columns that the default of an option stands for. */
export function automaticColumns(
  field: ColumnField,
  columns: readonly TableColumn[],
  taken: ReadonlySet<string>,
): string[] {
  const names = (found: readonly TableColumn[]) => found.map(({ name }) => name);
  if (field.auto === "last") return names(columns.slice(-1));
  if (field.auto === "first_time") {
    return names(columns.filter(({ kind }) => kind === "time").slice(0, 1));
  }
  if (field.auto === "numbers") {
    return names(columns.filter(({ kind, name }) => kind === "number" && !taken.has(name)));
  }
  return [];
}

/** Return the columns that other options name and have to themselves. */
export function takenBy(
  options: Options,
  fields: readonly OptionField[],
  except: ColumnField,
): Set<string> {
  return new Set(
    fields.flatMap((field) =>
      field.kind === "column" && field.apart && field.path !== except.path
        ? namesIn(field, valueOf(options, field))
        : [],
    ),
  );
}

/** Say what is wrong with the columns an option names, `undefined` when nothing is. */
export function columnProblem(
  field: ColumnField,
  options: Options,
  fields: readonly OptionField[],
  columns: readonly TableColumn[],
): ColumnProblem | undefined {
  const chosen = namesIn(field, valueOf(options, field));
  const known = new Map(columns.map((column) => [column.name, column]));
  const unknown = chosen.filter((name) => !known.has(name));
  if (unknown.length > 0) return { code: "unknown", names: unknown };
  const taken = takenBy(options, fields, field);
  const twice = field.apart ? chosen.filter((name) => taken.has(name)) : [];
  if (twice.length > 0) return { code: "named_twice", names: twice };
  if (field.auto !== "last") return undefined;
  const meant = chosen.length > 0 ? chosen : automaticColumns(field, columns, taken);
  const alreadyTaken = meant.filter((name) => taken.has(name));
  if (alreadyTaken.length > 0) return { code: "named_twice", names: alreadyTaken };
  const constant = meant.filter((name) => (known.get(name)?.num_distinct ?? 0) < 2);
  return constant.length > 0 ? { code: "constant", names: constant } : undefined;
}
