import type { DroppedFile } from "./dropped-files";
import type { DatasetFormat } from "./formats";
import { CLUTTER, type UploadPlan } from "./plan";
import { zipEntries, zipHead } from "./zip-index";

const HEAD_BYTES = 2 ** 20;
const MAX_WHOLE_BYTES = 2 ** 26;
const TABLES = /\.(csv|tsv|xlsx|parquet)$/i;
const OBJECTS = /\.(jsonl|ndjson)$/i;
/** Files that can only be understood whole. */
const IS_WHOLE = /\.(xlsx|parquet)$/i;
/** Where a format keeps what it says of other files. */
const USUAL: Partial<Record<DatasetFormat, RegExp>> = {
  csv_labels: /(^|\/)labels\.csv$/i,
  captions: /(^|\/)captions[^/]*$/i,
  transcripts: /(^|\/)transcripts?[^/]*$/i,
};
const WITH_COLUMNS: ReadonlySet<DatasetFormat> = new Set([
  "text_table",
  "text_pairs",
  "csv_labels",
  "captions",
  "transcripts",
  "json_lines",
]);

/** The first table of a drop, as far as a server needs it to say what its columns are. */
export interface TableHead {
  readonly name: string;
  readonly head: Blob;
  readonly isWhole: boolean;
  readonly numTables: number;
}

/** Whether people may say which column of a format's tables is what. */
export function hasColumns(format: DatasetFormat | undefined): format is DatasetFormat {
  return format !== undefined && WITH_COLUMNS.has(format);
}

/** Find the first table, loose or in a zip; `null` where there is none that can be shown. */
export async function firstTable(
  { samples, others, archives }: UploadPlan,
  format: DatasetFormat,
): Promise<TableHead | null> {
  const wanted = format === "json_lines" ? OBJECTS : TABLES;
  const loose = tableAmong([...others, ...samples], ({ path }) => path, format);
  if (loose !== null) return looseHead(loose.table, loose.numTables);
  for (const { file } of archives) {
    const entries = (await zipEntries(file)).filter(
      ({ name }) => wanted.test(name) && !CLUTTER.test(name),
    );
    const entry = first(entries, ({ name }) => name, format);
    if (entry === undefined) continue;
    const limit = IS_WHOLE.test(entry.name) ? MAX_WHOLE_BYTES : HEAD_BYTES;
    const head = await zipHead(file, entry, limit);
    return { name: entry.name, head, isWhole: head.size < limit, numTables: entries.length };
  }
  return null;
}

/** Find the table of a format among files, by their names; `null` where there is none. */
export function tableAmong<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  format: DatasetFormat,
): { readonly table: Item; readonly numTables: number } | null {
  const wanted = format === "json_lines" ? OBJECTS : TABLES;
  const tables = items.filter((item) => wanted.test(nameOf(item)));
  const table = first(tables, nameOf, format);
  return table === undefined ? null : { table, numTables: tables.length };
}

function first<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  format: DatasetFormat,
): Item | undefined {
  const usual = USUAL[format];
  return items.find((item) => usual?.test(nameOf(item)) === true) ?? items[0];
}

/** As much of a file as a preview needs; `null` where it is too large. */
export function looseHead(
  { file, path }: Pick<DroppedFile, "file" | "path">,
  numTables: number,
): TableHead | null {
  const isWhole = IS_WHOLE.test(path) || file.size <= HEAD_BYTES;
  if (isWhole && file.size > MAX_WHOLE_BYTES) return null;
  return { name: path, head: isWhole ? file : file.slice(0, HEAD_BYTES), isWhole, numTables };
}
