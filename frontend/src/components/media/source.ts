/** What one sample holds, as the catalog's cards name it. */
export type Media = "image" | "text" | "text_pair" | "audio" | "video" | "table";

/** A sample, or what somebody tries: its file by address, or its content where it is at hand. */
export interface Source {
  readonly media: Media;
  readonly name: string;
  /** Address of the file itself. */
  readonly url?: string;
  /** Address of a smaller image of it, where there is one. */
  readonly thumbnail?: string;
  /** The video among samples that this is: a copy that browsers play can be made of it. */
  readonly videoId?: string;
  /** Pixels of the upright image or video. */
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number;
  /** The text, or the JSON of a pair or a row, when it need not be fetched. */
  readonly text?: string;
  /** The first lines of the text. */
  readonly excerpt?: string;
  /** The excerpt is the text, character for character but for its lines. */
  readonly isExcerptWhole?: boolean;
  readonly numCharacters?: number;
}

/** Two texts that are compared. */
export interface TextPair {
  readonly text1: string;
  readonly text2: string;
}

/**
 * Read a pair from its file's text: a JSON object, or two lines.
 */
export function readPair(text: string): TextPair | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && "text1" in value && "text2" in value) {
      return { text1: String(value.text1), text2: String(value.text2) };
    }
  } catch {
    // Two lines are a pair as well.
  }
  const [text1, text2, ...rest] = text.trimEnd().split("\n");
  return text1 !== undefined && text2 !== undefined && rest.length === 0 ? { text1, text2 } : null;
}

export type TableRow = Readonly<Record<string, unknown>>;

/**
 * Read rows from what is known of a table: objects keyed by column as JSON, JSON lines, or names of
 * columns with lists of cells, as the server shows a table's beginning.
 */
export function readRows(text: string): TableRow[] | null {
  const whole = parsed(text);
  if (isTable(whole)) {
    const names = whole.columns.map(({ name }) => name);
    return whole.rows.map((cells) =>
      Object.fromEntries(names.map((name, index) => [name, cells[index] ?? null])),
    );
  }
  const values = Array.isArray(whole)
    ? whole
    : whole === undefined
      ? text.trim().split("\n").map(parsed)
      : [whole];
  return values.every(isRow) ? values : null;
}

interface TableDocument {
  readonly columns: readonly { readonly name: string }[];
  readonly rows: readonly (readonly unknown[])[];
}

function isTable(value: unknown): value is TableDocument {
  if (typeof value !== "object" || value === null) return false;
  const { columns, rows } = value as Partial<TableDocument>;
  return Array.isArray(columns) && Array.isArray(rows) && rows.every(Array.isArray);
}

function isRow(value: unknown): value is TableRow {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
