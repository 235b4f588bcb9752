/**
 * What a zip holds, read from its index and the beginnings of its files: it is never read whole, as
 * it would have to be for fflate.
 */

const CENTRAL_HEADER = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_OF_DIRECTORY = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** A larger index takes longer to read than a guess is worth. */
const MAX_INDEX = 32 * 2 ** 20;
/** Sizes and places that stand elsewhere, in zips beyond 4 GB. */
const ELSEWHERE = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly numBytes: number;
  readonly offset: number;
}

async function view(zip: Blob, start: number, end: number): Promise<DataView> {
  return new DataView(await zip.slice(Math.max(start, 0), end).arrayBuffer());
}

/** The files of a zip; none where its index cannot be read here. */
export async function zipEntries(zip: Blob): Promise<ZipEntry[]> {
  const tail = await view(zip, zip.size - END_BYTES - MAX_COMMENT, zip.size);
  let end = tail.byteLength - END_BYTES;
  while (end >= 0 && tail.getUint32(end, true) !== END_OF_DIRECTORY) end -= 1;
  if (end < 0) return [];
  const [size, offset] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  if (size > MAX_INDEX || offset === ELSEWHERE) return [];
  const index = await view(zip, offset, offset + size);
  const entries: ZipEntry[] = [];
  let place = 0;
  while (
    place + ENTRY_BYTES <= index.byteLength &&
    index.getUint32(place, true) === CENTRAL_HEADER
  ) {
    const length = index.getUint16(place + 28, true);
    const bytes = new Uint8Array(index.buffer, place + ENTRY_BYTES, length);
    const name = new TextDecoder().decode(bytes);
    const entry = {
      name,
      method: index.getUint16(place + 10, true),
      numBytes: index.getUint32(place + 20, true),
      offset: index.getUint32(place + 42, true),
    };
    if (!name.endsWith("/")) entries.push(entry);
    place +=
      ENTRY_BYTES + length + index.getUint16(place + 30, true) + index.getUint16(place + 32, true);
  }
  return entries;
}

/** The beginning of one file of a zip; empty where it is packed in another way than usual. */
export async function zipHead(zip: Blob, entry: ZipEntry, numBytes: number): Promise<Blob> {
  const { method, offset } = entry;
  if (offset === ELSEWHERE || (method !== STORED && method !== DEFLATED)) return new Blob();
  const header = await view(zip, offset, offset + LOCAL_BYTES);
  if (header.byteLength < LOCAL_BYTES || header.getUint32(0, true) !== LOCAL_HEADER) {
    return new Blob();
  }
  const start = offset + LOCAL_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = zip.slice(start, start + Math.min(entry.numBytes, numBytes));
  return method === STORED ? packed : unpacked(packed, numBytes);
}

/** What can be unpacked of the beginning of a deflated file. */
async function unpacked(packed: Blob, numBytes: number): Promise<Blob> {
  const reader = packed.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts: BlobPart[] = [];
  let num = 0;
  try {
    while (num < numBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      num += value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The beginning ends in the middle of a block: what came before it is right.
  }
  return new Blob(parts).slice(0, numBytes);
}
