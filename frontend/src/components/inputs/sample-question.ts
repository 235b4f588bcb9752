/** Turn samples of a dataset into questions to a model that takes their kind of input. */

import { problemOf } from "@/api/problem";
import { sampleFileUrl, sampleSource } from "@/api/sample-source";
import type { Sample } from "@/api/datasets";
import type { Table } from "@/api/try-samples";
import { readPair, type Media, type TableRow } from "@/components/media/source";

import { columnsOfCsv } from "./csv";
import { columnsOf, type Column, type InputSpec } from "./input-spec";
import type { Question } from "./request";

/** So much of a series' recent past is sent; models look back less far. */
const MAX_POINTS = 1000;

type Cell = string | number | null;

/** Ask about the file of a sample: the file itself, or the text in it. */
export async function questionOfSample(
  sample: Sample,
  media: Media,
  input: InputSpec,
): Promise<Question> {
  const content = await contentOf(sampleFileUrl(sample, media));
  const file = () => fileOf(content, sample.name);
  const source = sampleSource(sample, media);
  switch (input.kind) {
    case "audio":
      return { parts: { sound: await file() }, source };
    case "video":
      return { parts: { video: await file() }, source };
    case "text":
      return { parts: { text: await content.text() }, source };
    case "text_pair":
      return { parts: { ...readPair(await content.text()) }, source };
    default:
      return { parts: { image: await file() }, source };
  }
}

/** Ask about one row of a table. */
export function questionOfRow(table: Table, place: number, columns: readonly Column[]): Question {
  const row = rowOf(table, place, columns);
  return {
    parts: { data: [row], include_proba: true },
    source: { media: "table", name: `${table.name}:${place + 2}`, text: JSON.stringify([row]) },
  };
}

/** Ask how the last series of a table goes on, from its end or, failing that, its first rows. */
export async function questionOfSeries(
  table: Table,
  input: Extract<InputSpec, { kind: "series" }>,
): Promise<Question> {
  const content = await contentOf(`/api/v1/samples/${table.sample_id}/file`);
  const whole = content.headers.get("Content-Type")?.startsWith("text/csv")
    ? columnsOfCsv(await content.text(), columnsOf(input))
    : columnsOfTable(table);
  const data = pastOf(whole, input);
  return {
    parts: { data },
    source: { media: "table", name: table.name, text: JSON.stringify(data) },
  };
}

/** The recent past of the series that the last row belongs to, in the columns that are needed. */
export function pastOf(
  whole: Readonly<Record<string, readonly Cell[]>>,
  input: Extract<InputSpec, { kind: "series" }>,
): Record<string, Cell[]> {
  const group = input.group === null ? undefined : whole[input.group];
  const times = whole[input.time.name] ?? [];
  const places = times
    .map((_, place) => place)
    .filter((place) => group === undefined || group[place] === group.at(-1))
    .slice(-MAX_POINTS);
  const names = [
    ...columnsOf(input).map(({ name }) => name),
    ...(input.group ? [input.group] : []),
  ];
  return Object.fromEntries(
    names.map((name) => [name, places.map((place) => whole[name]?.[place] ?? null)]),
  );
}

/** A row as the model takes it: its own columns, numbers as numbers. */
export function rowOf(table: Table, place: number, columns: readonly Column[]): TableRow {
  const cells = table.rows[place] ?? [];
  const places = new Map(table.columns.map(({ name }, index) => [name, index]));
  return Object.fromEntries(
    columns.map(({ name, kind }) => {
      const cell = cells[places.get(name) ?? -1] ?? null;
      return [name, cell !== null && kind === "number" ? numberOf(cell) : cell];
    }),
  );
}

function columnsOfTable(table: Table): Record<string, Cell[]> {
  return Object.fromEntries(
    table.columns.map(({ name, kind }, index) => [
      name,
      table.rows.map((row) => {
        const cell = row[index] ?? null;
        return cell !== null && kind === "number" ? numberOf(cell) : cell;
      }),
    ]),
  );
}

function numberOf(cell: string): number | null {
  const value = Number(cell);
  return Number.isFinite(value) ? value : null;
}

async function contentOf(url: string): Promise<Response> {
  const response = await fetch(url, { credentials: "same-origin" });
  if (!response.ok) throw problemOf(response, await response.json().catch(() => null));
  return response;
}

/** The file at an address of this server. */
export async function fileAt(url: string, name: string): Promise<File> {
  return fileOf(await contentOf(url), name);
}

async function fileOf(response: Response, name: string): Promise<File> {
  const content = await response.blob();
  return new File([content], name.slice(name.lastIndexOf("/") + 1), { type: content.type });
}
