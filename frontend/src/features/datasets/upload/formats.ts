import type { components } from "@/api/generated/schema";

import type { UploadPlan } from "./plan";

export type DatasetFormat = components["schemas"]["DatasetFormat"];

/** Formats whose files are understood one by one; those of all others belong together. */
const ONE_BY_ONE: ReadonlySet<DatasetFormat> = new Set([
  "loose_files",
  "image_folder",
  "audio_folder",
  "video_folder",
  "table",
]);

export function isOneByOne(format: DatasetFormat): boolean {
  return ONE_BY_ONE.has(format);
}

/** The classes that the folders directly above the samples would make, with their sizes. */
export function foldersOfSamples(plan: UploadPlan): Map<string, number> {
  const folders = new Map<string, number>();
  for (const { path } of plan.samples) {
    const parent = path.split("/").at(-2);
    if (parent !== undefined) folders.set(parent, (folders.get(parent) ?? 0) + 1);
  }
  return folders;
}

/** One folder alone is how files are kept, not a class; several that hold all of them are. */
function hasClassFolders(plan: UploadPlan): boolean {
  const folders = foldersOfSamples(plan);
  const inFolders = [...folders.values()].reduce((sum, num) => sum + num, 0);
  return folders.size >= 2 && inFolders === plan.samples.length;
}

type Test = (plan: UploadPlan) => boolean;

const holds =
  (name: RegExp): Test =>
  ({ samples, others }) =>
    [...samples, ...others].some(({ path }) => name.test(path));

/** What gives a format away, the surest sign first. */
const SIGNS: readonly [DatasetFormat, Test][] = [
  ["mot", holds(/(^|\/)gt\/gt\.txt$/i)],
  ["mask_png", holds(/(^|\/)(masks?|SegmentationClass|annotations)\/[^/]+\.png$/i)],
  ["yolo", holds(/(^|\/)(data\.ya?ml|classes\.txt|obj\.names)$/i)],
  ["csv_labels", holds(/(^|\/)labels\.csv$/i)],
  ["cvat", holds(/(^|\/)annotations\.xml$/i)],
  ["voc", holds(/\.xml$/i)],
  ["label_studio", holds(/(^|\/)(project-\d+|tasks|label[-_ ]?studio)[^/]*\.json$/i)],
  ["coco", holds(/(^|\/)(instances|annotations|_annotations|labels)[^/]*\.json$/i)],
  ["labelme", holds(/\.json$/i)],
  ["conll", holds(/\.(conll|bio|bioes|ner)$/i)],
  ["captions", holds(/(^|\/)captions[^/]*\.(csv|jsonl?|txt)$/i)],
  ["json_lines", holds(/\.(jsonl|ndjson)$/i)],
  ["transcripts", holds(/\.(csv|tsv|trn|lab)$|(^|\/)(transcripts?|text)[^/]*\.txt$/i)],
  ["text_pairs", holds(/\.(csv|tsv|xlsx|parquet)$/i)],
  ["text_table", holds(/\.(csv|tsv|xlsx|parquet)$/i)],
  ["text_lines", holds(/\.(txt|json)$/i)],
  ["image_folder", hasClassFolders],
  ["audio_folder", hasClassFolders],
  ["video_folder", hasClassFolders],
];

/**
 * Guess the format of what was dropped among those that a task can read. The user confirms:
 * guessing is never acting. Archives are closed books; their guess is the format offered first.
 */
export function guessFormat(plan: UploadPlan, formats: readonly DatasetFormat[]): DatasetFormat {
  const fallback = formats.includes("loose_files") ? "loose_files" : formats[0];
  const isClosed = plan.samples.length + plan.others.length === 0;
  const guess = isClosed
    ? formats[0]
    : SIGNS.find(([format, test]) => formats.includes(format) && test(plan))?.[0];
  return guess ?? fallback ?? "loose_files";
}

/** How many files a format would leave behind, and whether anything is left to send. */
export function leftBehind(plan: UploadPlan, format: DatasetFormat) {
  return isOneByOne(format) ? plan.others : [];
}

export function hasSomething(plan: UploadPlan, format: DatasetFormat): boolean {
  const { samples, archives, others } = plan;
  return samples.length + archives.length + (isOneByOne(format) ? 0 : others.length) > 0;
}
