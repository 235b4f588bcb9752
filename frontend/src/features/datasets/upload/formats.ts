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

/** How many files a format would leave behind, and whether anything is left to send. */
export function leftBehind(plan: UploadPlan, format: DatasetFormat) {
  return isOneByOne(format) ? plan.others : [];
}

export function hasSomething(plan: UploadPlan, format: DatasetFormat): boolean {
  const { samples, archives, others } = plan;
  return samples.length + archives.length + (isOneByOne(format) ? 0 : others.length) > 0;
}
