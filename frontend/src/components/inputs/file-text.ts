/**
 * Return the text of a file in the encodings that tables come in: UTF-8, UTF-16 with its mark, else
 * GB 18030, else Windows 1252, which reads any bytes.
 */
export async function textOfFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  for (const encoding of ["utf-8", "gb18030"]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Not written so: the next one is tried.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}
