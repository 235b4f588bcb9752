import type { DroppedFile } from "./dropped-files";
import { CLUTTER, type UploadPlan } from "./plan";
import { zipEntries, zipHead } from "./zip-index";

const HEAD_BYTES = 2 ** 16;
const PER_KIND = 5;
const MAX_HEADS = 60;
const MAX_NAMES = 20_000;
/** Their beginnings say nothing of a layout. Those of PNG files tell masks from images. */
const MEDIA =
  /\.(jpe?g|jfif|bmp|webp|tiff?|gif|avif|hei[cf]|wav|mp3|m4a|flac|ogg|opus|aac|mp4|m4v|avi|mov|mkv|webm)$/i;

/** What a server needs to tell a format: paths of files, and the beginnings of a few. */
export interface Beginnings {
  readonly names: readonly string[];
  readonly heads: readonly { readonly name: string; readonly head: Blob }[];
}

interface Found {
  readonly name: string;
  readonly head: () => Blob | Promise<Blob>;
}

/** Look at what was dropped, into zips too, without reading more than beginnings. */
export async function beginningsOf({ samples, archives, others }: UploadPlan): Promise<Beginnings> {
  const found: Found[] = [...samples, ...others].map(({ file, path }) => ({
    name: path,
    head: () => file.slice(0, HEAD_BYTES),
  }));
  for (const archive of archives) found.push(...(await inside(archive)));
  const heads = await Promise.all(
    telling(found).map(async ({ name, head }) => ({ name, head: await head() })),
  );
  return { names: found.slice(0, MAX_NAMES).map(({ name }) => name), heads };
}

async function inside({ file }: DroppedFile): Promise<Found[]> {
  const entries = await zipEntries(file);
  return entries
    .filter(({ name }) => !CLUTTER.test(name))
    .map((entry) => ({ name: entry.name, head: () => zipHead(file, entry, HEAD_BYTES) }));
}

/** A few files of each kind: those of one suffix in other folders may be images and their masks. */
function telling(found: readonly Found[]): Found[] {
  const numbers = new Map<string, number>();
  const chosen: Found[] = [];
  for (const one of found) {
    const parts = one.name.toLowerCase().split("/");
    const kind = `${parts.at(-2) ?? ""}/${/\.[^./]*$/.exec(parts.at(-1) ?? "")?.[0] ?? ""}`;
    const num = (numbers.get(kind) ?? 0) + 1;
    numbers.set(kind, num);
    if (!MEDIA.test(one.name) && num <= PER_KIND && chosen.length < MAX_HEADS) chosen.push(one);
  }
  return chosen;
}
