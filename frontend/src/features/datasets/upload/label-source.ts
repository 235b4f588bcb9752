import type { UploadPlan } from "./plan";

export type LabelSource = "none" | "folder" | "csv";

/** The classes that the folders directly above the images would make, with their sizes. */
export function foldersOfImages(plan: UploadPlan): Map<string, number> {
  const folders = new Map<string, number>();
  for (const { path } of plan.images) {
    const parent = path.split("/").at(-2);
    if (parent !== undefined) folders.set(parent, (folders.get(parent) ?? 0) + 1);
  }
  return folders;
}

/**
 * Guess where the labels of what was dropped are. The user confirms: guessing is never acting.
 *
 * One folder alone is how photographs are kept, not a class; two or more folders that hold all the
 * images are classes more often than not.
 */
export function guessLabelSource(plan: UploadPlan): LabelSource {
  if (plan.tables.length > 0) return "csv";
  const folders = foldersOfImages(plan);
  const inFolders = [...folders.values()].reduce((sum, num) => sum + num, 0);
  if (folders.size >= 2 && inFolders === plan.images.length) return "folder";
  return "none";
}
