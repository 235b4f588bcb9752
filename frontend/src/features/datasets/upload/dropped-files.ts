/** A file with the path it had inside what the user dropped or picked. */
export interface DroppedFile {
  readonly file: File;
  readonly path: string;
}

/** Directories answer in portions of at most 100 entries and end with an empty one. */
async function readEntries(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (portion.length === 0) return entries;
    entries.push(...portion);
  }
}

async function* walk(entry: FileSystemEntry): AsyncGenerator<DroppedFile> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    yield { file, path: entry.fullPath.replace(/^\/+/, "") };
    return;
  }
  for (const child of await readEntries(entry as FileSystemDirectoryEntry)) yield* walk(child);
}

/**
 * Collect everything under a drop: loose files, folders in folders, archives.
 *
 * The entries are taken before the first `await`, because the browser empties the `DataTransfer`
 * as soon as the drop event ends.
 */
export async function collectDropped(
  transfer: DataTransfer,
  onFound?: (numFound: number) => void,
): Promise<DroppedFile[]> {
  const entries = Array.from(transfer.items)
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  const found: DroppedFile[] = [];
  for (const entry of entries) {
    for await (const dropped of walk(entry)) {
      found.push(dropped);
      onFound?.(found.length);
    }
  }
  return found;
}

/** The same for a file or directory picker. */
export function collectPicked(files: Iterable<File>): DroppedFile[] {
  return Array.from(files, (file) => ({ file, path: file.webkitRelativePath || file.name }));
}
