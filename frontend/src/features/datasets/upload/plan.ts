import type { Media } from "@/components/media/source";

import type { DroppedFile } from "./dropped-files";

export const MAX_BATCH_FILES = 64;
export const MAX_BATCH_BYTES = 24 * 1024 * 1024;

/** Names of files that are one sample each. */
const SAMPLE_NAMES: Readonly<Record<Media, RegExp>> = {
  image: /\.(jpe?g|jfif|png|webp|gif|bmp|tiff?|avif|heic|heif)$/i,
  text: /\.txt$/i,
  text_pair: /\.pair\.json$/i,
  audio: /\.(wav|mp3|m4a|flac|ogg|opus|aac)$/i,
  video: /\.(mp4|m4v|mov|avi|mkv|webm)$/i,
  table: /\.(csv|tsv|txt|data|xlsx|parquet)$/i,
};
const ARCHIVE_NAME = /\.zip$/i;
/** What operating systems leave behind. */
export const CLUTTER = /(^|\/)(\.[^/]*|__MACOSX|Thumbs\.db|desktop\.ini)(\/|$)/i;

/** What was dropped, sorted by what can be done with it. */
export interface UploadPlan {
  /** Files that are a sample each. */
  readonly samples: readonly DroppedFile[];
  readonly archives: readonly DroppedFile[];
  /** What is neither: labels beside the samples, or nothing that is known. */
  readonly others: readonly DroppedFile[];
  /** Files that operating systems leave behind; not worth a line each. */
  readonly numClutter: number;
}

const byPath = new Intl.Collator(undefined, { numeric: true });

/** Sort out a drop. Files go in the order of their paths, and so do the labels made of folders. */
export function planUpload(files: readonly DroppedFile[], media: Media): UploadPlan {
  const samples: DroppedFile[] = [];
  const archives: DroppedFile[] = [];
  const others: DroppedFile[] = [];
  let numClutter = 0;
  for (const file of files.toSorted((a, b) => byPath.compare(a.path, b.path))) {
    if (CLUTTER.test(file.path)) numClutter += 1;
    else if (ARCHIVE_NAME.test(file.path)) archives.push(file);
    else if (SAMPLE_NAMES[media].test(file.path)) samples.push(file);
    else others.push(file);
  }
  return { samples, archives, others, numClutter };
}

/** Cut files into batches that one request may carry, keeping their order. */
export function cutBatches<Item extends { readonly file: { readonly size: number } }>(
  items: readonly Item[],
  maxFiles = MAX_BATCH_FILES,
  maxBytes = MAX_BATCH_BYTES,
): Item[][] {
  const batches: Item[][] = [];
  let batch: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    const full = batch.length >= maxFiles || bytes + item.file.size > maxBytes;
    if (full && batch.length > 0) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(item);
    bytes += item.file.size;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
