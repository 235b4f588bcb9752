import type { DroppedFile } from "./dropped-files";

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const VERSION = 20;
/** Bit 11: names are UTF-8. */
const UTF8_NAMES = 0x0800;
/** 1 January 1980, the first date the format knows; the files' own dates do not matter here. */
const DATE = 0x0021;
const MAX_BYTES = 0xffffffff;
const MAX_FILES = 0xffff;

/** More than the plain zip format can hold. */
export class TooLargeForZip extends Error {
  override name = "TooLargeForZip";
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) {
    value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return value >>> 0;
});

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

/** The fields that the local and the central header of an entry share. */
function entryFields(crc: number, numBytes: number, nameLength: number): number[] {
  const short = (value: number) => [value & 0xff, (value >>> 8) & 0xff];
  const long = (value: number) => [...short(value & 0xffff), ...short(value >>> 16)];
  return [
    ...short(VERSION),
    ...short(UTF8_NAMES),
    ...short(0),
    ...short(0),
    ...short(DATE),
    ...long(crc),
    ...long(numBytes),
    ...long(numBytes),
    ...short(nameLength),
    ...short(0),
  ];
}

function littleEndian(...fields: readonly (readonly [value: number, numBytes: number])[]) {
  return fields.flatMap(([value, numBytes]) =>
    Array.from({ length: numBytes }, (_, index) => Math.floor(value / 256 ** index) % 256),
  );
}

/**
 * String files together into a zip archive with method "stored".
 *
 * Each file is read once for its checksum; the blob that is returned refers to the files, so it
 * takes no memory for their content. With fflate all of it passes through memory: 400 MB more for
 * 400 MB, and 5.3 s instead of 3.3 s.
 */
export async function zipWithoutCompression(files: readonly DroppedFile[]): Promise<Blob> {
  const parts: BlobPart[] = [];
  const directory: number[][] = [];
  let offset = 0;
  for (const { file, path } of files) {
    const name = [...new TextEncoder().encode(path)];
    const crc = crc32(new Uint8Array(await file.arrayBuffer()));
    const fields = entryFields(crc, file.size, name.length);
    const local = [...littleEndian([LOCAL_HEADER, 4]), ...fields, ...name];
    directory.push([
      ...littleEndian([CENTRAL_HEADER, 4], [VERSION, 2]),
      ...fields,
      ...littleEndian([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      ...name,
    ]);
    parts.push(Uint8Array.from(local), file);
    offset += local.length + file.size;
  }
  const directoryBytes = directory.reduce((sum, entry) => sum + entry.length, 0);
  if (offset + directoryBytes > MAX_BYTES || files.length > MAX_FILES) throw new TooLargeForZip();
  parts.push(
    ...directory.map((entry) => Uint8Array.from(entry)),
    Uint8Array.from(
      littleEndian(
        [END_OF_DIRECTORY, 4],
        [0, 2],
        [0, 2],
        [files.length, 2],
        [files.length, 2],
        [directoryBytes, 4],
        [offset, 4],
        [0, 2],
      ),
    ),
  );
  return new Blob(parts, { type: "application/zip" });
}
