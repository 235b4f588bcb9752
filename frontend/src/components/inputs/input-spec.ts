/** What a model takes, as `engine/specs/package/inputs.py` defines it; it stands in the model's manifest. */

export interface NumberColumn {
  readonly kind: "number";
  readonly name: string;
}
export interface CategoryColumn {
  readonly kind: "category";
  readonly name: string;
  readonly categories: readonly string[];
}
export interface TimeColumn {
  readonly kind: "time";
  readonly name: string;
}
export type Column = NumberColumn | CategoryColumn | TimeColumn;

export type InputSpec =
  | { readonly kind: "image" }
  | { readonly kind: "text" }
  | { readonly kind: "text_pair" }
  | { readonly kind: "audio"; readonly sample_rate: number }
  | { readonly kind: "video" }
  | {
      readonly kind: "table";
      readonly columns: readonly Column[];
      /** Columns that were never empty when the model was trained. */
      readonly required?: readonly string[];
    }
  | {
      readonly kind: "series";
      readonly time: TimeColumn;
      readonly targets: readonly string[];
      readonly covariates: readonly Column[];
      readonly group: string | null;
      readonly frequency: string;
    }
  | { readonly kind: "image_text" };

export type InputKind = InputSpec["kind"];

const KINDS: ReadonlySet<string> = new Set<InputKind>([
  "image",
  "text",
  "text_pair",
  "audio",
  "video",
  "table",
  "series",
  "image_text",
]);

/** The input of a model by its manifest; `null` when this page is older than the model. */
export function inputOf(manifest: Readonly<Record<string, unknown>>): InputSpec | null {
  const input = manifest.input;
  if (typeof input !== "object" || input === null || !("kind" in input)) return null;
  if (typeof input.kind !== "string" || !KINDS.has(input.kind)) return null;
  const spec = input as InputSpec;
  return spec.kind === "table" ? { ...spec, required: requiredOf(manifest) } : spec;
}

/** The columns that the op `encode_columns` refuses to be without; of a table it is the only one. */
function requiredOf({ preprocessing }: Readonly<Record<string, unknown>>): readonly string[] {
  if (!Array.isArray(preprocessing)) return [];
  return preprocessing.flatMap((op: { required?: readonly string[] }) => op.required ?? []);
}

/** The columns that one row, or one point in time, consists of. */
export function columnsOf(input: InputSpec): readonly Column[] {
  if (input.kind === "table") return input.columns;
  if (input.kind !== "series") return [];
  return [
    input.time,
    ...input.targets.map((name): NumberColumn => ({ kind: "number", name })),
    ...input.covariates,
  ];
}
