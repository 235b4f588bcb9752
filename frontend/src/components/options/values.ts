import { columnProblem, type TableColumn } from "./columns";
import type { NumberField, OptionField, OptionValue } from "./schema";

/** Options as they are sent: only what differs from the defaults, nested as in the schema. */
export interface Options {
  [name: string]: OptionValue | Options;
}

export const keyOf = (field: OptionField): string => field.path.join(".");

/** Return what a field holds now: the chosen value, or its default. */
export function valueOf(options: Options, field: OptionField): OptionValue {
  let node: OptionValue | Options | undefined = options;
  for (const name of field.path) {
    node = isGroup(node) ? node[name] : undefined;
  }
  return node === undefined || isGroup(node) ? field.fallback : node;
}

function isGroup(node: OptionValue | Options | undefined): node is Options {
  return typeof node === "object" && node !== null && !Array.isArray(node);
}

/** Whether a value is the default; lists are compared item by item. */
export function isDefault(field: OptionField, value: OptionValue): boolean {
  const { fallback } = field;
  if (!Array.isArray(value) || !Array.isArray(fallback)) return value === fallback;
  return value.length === fallback.length && value.every((item, index) => item === fallback[index]);
}

/** Return options with one value set; a value equal to the default is left out. */
export function withValue(options: Options, field: OptionField, value: OptionValue): Options {
  return set(options, field.path, isDefault(field, value) ? undefined : value);
}

function set(options: Options, path: string[], value: OptionValue | undefined): Options {
  const [name, ...rest] = path;
  if (name === undefined) return options;
  const { [name]: old, ...others } = options;
  const inner = isGroup(old) ? old : {};
  const next = rest.length === 0 ? value : set(inner, rest, value);
  const isEmpty = next === undefined || (isGroup(next) && Object.keys(next).length === 0);
  return isEmpty ? others : { ...others, [name]: next };
}

/** Count the values that differ from their defaults. */
export function numChanged(options: Options, fields: OptionField[]): number {
  return fields.filter((field) => !isDefault(field, valueOf(options, field))).length;
}

export type RangeProblem = "not_a_number" | "not_whole" | "too_small" | "too_large";

/** Say what is wrong with a number, `undefined` when nothing is. */
export function rangeProblem(field: NumberField, value: OptionValue): RangeProblem | undefined {
  if (value === "auto" && field.automatic) return undefined;
  if (typeof value !== "number" || !Number.isFinite(value)) return "not_a_number";
  if (field.integer && !Number.isInteger(value)) return "not_whole";
  const {
    minimum = -Infinity,
    maximum = Infinity,
    excludesMinimum,
    excludesMaximum,
  } = field.bounds;
  if (value < minimum || (excludesMinimum && value === minimum)) return "too_small";
  if (value > maximum || (excludesMaximum && value === maximum)) return "too_large";
  return undefined;
}

/** Return the fields whose value cannot be sent; `columns` are those of the table, once known. */
export function wrongFields(
  options: Options,
  fields: OptionField[],
  columns?: readonly TableColumn[],
): OptionField[] {
  return fields.filter((field) => {
    if (field.kind === "number") return rangeProblem(field, valueOf(options, field)) !== undefined;
    if (field.kind !== "column" || columns === undefined) return false;
    return columnProblem(field, options, fields, columns) !== undefined;
  });
}
