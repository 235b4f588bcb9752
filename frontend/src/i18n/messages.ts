/** The texts of one language: one top-level key per file, so `train.json` holds `train.*`. */
export type Messages = Record<string, Record<string, unknown>>;

/** Key each JSON file by its name. */
export function byFileName(files: Record<string, unknown>): Messages {
  return Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [
      path.replace(/^.*\/|\.json$/g, ""),
      texts as Record<string, unknown>,
    ]),
  );
}
