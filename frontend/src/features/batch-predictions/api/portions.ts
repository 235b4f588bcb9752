const FILES_AT_ONCE = 64;
const BYTES_AT_ONCE = 64 * 2 ** 20;

/** Files in portions that one request takes. */
export function portions(files: readonly File[]): File[][] {
  const found: File[][] = [];
  let bytes = 0;
  for (const file of files) {
    const last = found.at(-1);
    bytes += file.size;
    if (last === undefined || last.length === FILES_AT_ONCE || bytes > BYTES_AT_ONCE) {
      found.push([file]);
      bytes = file.size;
    } else {
      last.push(file);
    }
  }
  return found;
}
