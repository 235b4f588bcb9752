import type { DroppedFile } from "./dropped-files";
import type { UploadPlan } from "./plan";
import { zipWithoutCompression } from "./zip";

/**
 * Images lying beside a `labels.csv` travel as one archive, because a table can only be read
 * together with its images. Images are compressed already, so the archive only strings them
 * together, and the browser keeps referring to the files on disk instead of copying them.
 */
export async function packForCsv(plan: UploadPlan): Promise<UploadPlan> {
  const [table] = plan.tables;
  if (table === undefined) return plan;
  const folder = table.path.slice(0, table.path.lastIndexOf("/") + 1);
  const beside = (file: DroppedFile) => file.path.startsWith(folder);
  const packed = [table, ...plan.images.filter(beside)].map(({ file, path }) => ({
    file,
    path: path.slice(folder.length),
  }));
  const name = `${folder.split("/").at(-2) ?? "images"}.zip`;
  const archive = { path: name, file: new File([await zipWithoutCompression(packed)], name) };
  return {
    ...plan,
    images: plan.images.filter((file) => !beside(file)),
    archives: [...plan.archives, archive],
    tables: [],
  };
}
