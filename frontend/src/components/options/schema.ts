/**
 * Turn the JSON Schema of a task's options into the fields of a form.
 *
 * The forms of @rjsf take 134 KB compressed, and make functions of texts to check values, which the
 * content security policy of the page refuses; groups, search spaces and the columns of a table would
 * be widgets of our own there as well.
 */

export type OptionValue = number | string | boolean | string[] | null;

const CONFIRMATION = "confirmation";

/** What the schema says of one property, as pydantic writes it. */
interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string;
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  group?: string;
  expert?: boolean;
  unit?: string;
  search?: { log?: boolean };
  column?: {
    kinds: ColumnKind[];
    auto: ColumnField["auto"] | null;
    apart: boolean;
    role: ColumnRole | null;
    chosen_kind: ColumnKind | null;
  };
}

/** The part that people give a column in the table. */
export type ColumnRole = "target" | "ignore" | "time" | "series";

export type ColumnKind = "number" | "category" | "time" | "text" | "empty";

export interface Bounds {
  minimum?: number;
  maximum?: number;
  /** The bound itself is not allowed. */
  excludesMinimum: boolean;
  excludesMaximum: boolean;
}

interface FieldBase {
  /** Where the value stands in the options, such as `["augmentation", "scale"]`. */
  path: string[];
  group: string;
  expert: boolean;
  unit?: string;
}

export interface NumberField extends FieldBase {
  kind: "number";
  integer: boolean;
  /** The word `auto` is allowed too. */
  automatic: boolean;
  logarithmic: boolean;
  bounds: Bounds;
  fallback: number | "auto";
}

export interface ChoiceField extends FieldBase {
  kind: "choice";
  choices: string[];
  fallback: string;
}

export interface SwitchField extends FieldBase {
  kind: "switch";
  fallback: boolean;
}

/** A name or code: `null` where it may be absent, the word `auto` where it may be found out. */
export interface TextField extends FieldBase {
  kind: "text";
  automatic: boolean;
  fallback: string | null;
}

/** Any number of names. */
export interface ListField extends FieldBase {
  kind: "list";
  fallback: string[];
}

/** One column of the user's table, or many. */
export interface ColumnField extends FieldBase {
  kind: "column";
  many: boolean;
  /** What columns that suit hold. */
  kinds: readonly ColumnKind[];
  /** The columns that the default stands for, where it stands for any. */
  auto?: "last" | "first_time" | "numbers";
  /** A column named here is named by no other such field. */
  apart: boolean;
  /** The part of a column that this field stands for. */
  role?: ColumnRole;
  /** What people say that columns hold, against the look of them, which this field takes. */
  chosenKind?: ColumnKind;
  fallback: string | string[] | null;
}

export type OptionField =
  NumberField | ChoiceField | SwitchField | TextField | ListField | ColumnField;

/**
 * List the fields of an options schema, nested objects flattened to paths, in the schema's order.
 *
 * @throws Error when a property is of a kind that the form cannot show; hiding it would be silent.
 */
export function optionFields(schema: unknown): OptionField[] {
  const root = schema as JsonSchema;
  return fieldsOf(root, root, []);
}

function fieldsOf(node: JsonSchema, root: JsonSchema, path: string[]): OptionField[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, property]) => {
    const resolved = resolve(property, root);
    const here = [...path, name];
    // What is agreed to is asked beside the findings of the check.
    if (resolved.group === CONFIRMATION) return [];
    if (resolved.properties !== undefined) return fieldsOf(resolved, root, here);
    return [field(resolved, here)];
  });
}

function resolve(property: JsonSchema, root: JsonSchema): JsonSchema {
  if (property.$ref === undefined) return property;
  const target = root.$defs?.[property.$ref.replace("#/$defs/", "")];
  if (target === undefined) throw new Error(`The schema lacks ${property.$ref}.`);
  return { ...target, ...property };
}

function field(property: JsonSchema, path: string[]): OptionField {
  const base: FieldBase = {
    path,
    group: property.group ?? "other",
    expert: property.expert ?? false,
    ...(property.unit === undefined ? {} : { unit: property.unit }),
  };
  if (property.type === "boolean") {
    return { ...base, kind: "switch", fallback: property.default === true };
  }
  if (property.enum !== undefined) {
    const choices = property.enum.map(String);
    return { ...base, kind: "choice", choices, fallback: String(property.default) };
  }
  if (property.column !== undefined) {
    const { kinds, auto, apart, role, chosen_kind: chosenKind } = property.column;
    return {
      ...base,
      kind: "column",
      many: property.type === "array",
      kinds,
      ...(auto == null ? {} : { auto }),
      ...(role == null ? {} : { role }),
      ...(chosenKind == null ? {} : { chosenKind }),
      apart,
      fallback: property.default as ColumnField["fallback"],
    };
  }
  if (property.type === "array" && property.items?.type === "string") {
    return { ...base, kind: "list", fallback: property.default as string[] };
  }
  const kinds = [property, ...(property.anyOf ?? [])];
  const numeric = kinds.find(({ type }) => type === "integer" || type === "number");
  if (numeric === undefined && kinds.some(({ type }) => type === "string")) {
    const fallback = property.default as string | null;
    return { ...base, kind: "text", automatic: fallback === "auto", fallback };
  }
  if (numeric === undefined) throw new Error(`The option ${path.join(".")} has no known kind.`);
  return {
    ...base,
    kind: "number",
    integer: numeric.type === "integer",
    automatic: property.anyOf?.some((choice) => choice.const === "auto") ?? false,
    logarithmic: property.search?.log ?? false,
    bounds: bounds(numeric),
    fallback: property.default as number | "auto",
  };
}

function bounds(schema: JsonSchema): Bounds {
  const minimum = schema.exclusiveMinimum ?? schema.minimum;
  const maximum = schema.exclusiveMaximum ?? schema.maximum;
  return {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    excludesMinimum: schema.exclusiveMinimum !== undefined,
    excludesMaximum: schema.exclusiveMaximum !== undefined,
  };
}

/** Group fields by section, sections in the order of their first field. */
export function byGroup(fields: OptionField[]): Map<string, OptionField[]> {
  const groups = new Map<string, OptionField[]>();
  for (const item of fields) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  return groups;
}
