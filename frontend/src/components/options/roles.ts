/** What people said of columns in the table, as the beginning of a run's options. */

import { automaticColumns, namesIn, type TableColumn } from "./columns";
import type { ColumnField, OptionField } from "./schema";
import { valueOf, withValue, type Options } from "./values";

const isColumn = (field: OptionField): field is ColumnField => field.kind === "column";

/** Whether any option names a column already: then somebody has chosen, and roles keep out of it. */
export function hasNamedColumns(options: Options, fields: readonly OptionField[]): boolean {
  return fields
    .filter(isColumn)
    .some((field) => namesIn(field, valueOf(options, field)).length > 0);
}

/** The options with every column in the part that the dataset keeps for it. */
export function withRoles(
  options: Options,
  fields: readonly OptionField[],
  columns: readonly TableColumn[],
): Options {
  return fields
    .filter(isColumn)
    .reduce((chosen, field) => withColumns(chosen, field, columnsFor(field, columns)), options);
}

function withColumns(options: Options, field: ColumnField, names: readonly string[]): Options {
  const [first] = names;
  if (first === undefined) return options;
  return withValue(options, field, field.many ? [...names] : first);
}

function columnsFor(field: ColumnField, columns: readonly TableColumn[]): string[] {
  const names = (wanted: (column: TableColumn) => boolean) =>
    columns.filter(wanted).map(({ name }) => name);
  if (field.chosenKind !== undefined) {
    return names(({ kind, guessed_kind: guess }) => kind === field.chosenKind && kind !== guess);
  }
  if (field.role === undefined) return [];
  const given = names(({ role }) => role === field.role);
  if (given.length > 0 || field.auto !== "numbers") return given;
  // Where all numbers are meant unless some are named, those left out have to be.
  if (columns.every(({ role }) => role !== "ignore")) return [];
  const others = new Set(names(({ role }) => role !== null));
  return automaticColumns(field, columns, others);
}
