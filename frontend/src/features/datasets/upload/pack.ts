import type { DroppedFile } from "./dropped-files";
import { isOneByOne, type DatasetFormat } from "./formats";
import type { UploadPlan } from "./plan";
import { zipWithoutCompression } from "./zip";

/**
 * Make a plan ready for a format. Labels that lie beside their samples can only be read together
 * with them, so such files travel as one archive: images and recordings are compressed already, so it
 * only strings them together, and the browser keeps referring to the files on disk.
 */
export async function packFor(plan: UploadPlan, format: DatasetFormat): Promise<UploadPlan> {
  if (isOneByOne(format)) return { ...plan, others: [] };
  const files = [...plan.samples, ...plan.others];
  const [first, ...more] = files;
  if (first === undefined) return plan;
  const packed = more.length === 0 ? first : await zipped(files);
  return { ...plan, samples: [], others: [], archives: [...plan.archives, packed] };
}

async function zipped(files: readonly DroppedFile[]): Promise<DroppedFile> {
  const folder = commonFolder(files.map(({ path }) => path));
  const inside = files.map(({ file, path }) => ({ file, path: path.slice(folder.length) }));
  const name = `${folder.split("/").at(-2) ?? "files"}.zip`;
  return { path: name, file: new File([await zipWithoutCompression(inside)], name) };
}

/** The folder that all paths lie in, with its slash; empty when there is none. */
export function commonFolder(paths: readonly string[]): string {
  const [first = "", ...rest] = paths;
  let folder = first.slice(0, first.lastIndexOf("/") + 1);
  while (folder !== "" && !rest.every((path) => path.startsWith(folder))) {
    folder = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
  }
  return folder;
}
