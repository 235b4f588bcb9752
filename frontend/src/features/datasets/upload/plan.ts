import type { DroppedFile } from "./dropped-files";

export const MAX_BATCH_FILES = 64;
export const MAX_BATCH_BYTES = 24 * 1024 * 1024;

const IMAGE_NAME = /\.(jpe?g|jfif|png|webp|gif|bmp|tiff?|avif|heic|heif)$/i;
const ARCHIVE_NAME = /\.zip$/i;
const TABLE_NAME = /(^|\/)labels\.csv$/i;
const CLUTTER = /(^|\/)(\.[^/]*|__MACOSX|Thumbs\.db|desktop\.ini)(\/|$)/i;

/** What was dropped, sorted by what can be done with it. */
export interface UploadPlan {
  readonly images: readonly DroppedFile[];
  readonly archives: readonly DroppedFile[];
  /** `labels.csv` files lying beside loose images. */
  readonly tables: readonly DroppedFile[];
  /** Files that are neither images nor archives; shown, never sent. */
  readonly ignored: readonly DroppedFile[];
  /** Files that operating systems leave behind; not worth a line each. */
  readonly numClutter: number;
}

export function planUpload(files: readonly DroppedFile[]): UploadPlan {
  const images: DroppedFile[] = [];
  const archives: DroppedFile[] = [];
  const tables: DroppedFile[] = [];
  const ignored: DroppedFile[] = [];
  let numClutter = 0;
  for (const file of files) {
    if (CLUTTER.test(file.path)) numClutter += 1;
    else if (IMAGE_NAME.test(file.path)) images.push(file);
    else if (ARCHIVE_NAME.test(file.path)) archives.push(file);
    else if (TABLE_NAME.test(file.path)) tables.push(file);
    else ignored.push(file);
  }
  return { images, archives, tables, ignored, numClutter };
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
