/** Bytes as lower-case hexadecimal. */
function hexadecimal(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Whether this page may hash. Browsers offer WebCrypto only over HTTPS or on this machine; without
 * it every file is sent, and the server finds the duplicates.
 */
export function canHash(): boolean {
  return typeof crypto !== "undefined" && "subtle" in crypto;
}

/** SHA-256 of a file. The file is small (an image), so it is read whole. */
export async function sha256(file: Blob): Promise<string> {
  return hexadecimal(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
}
