import type { Attempts } from "./attempts";

export const CHUNK_BYTES = 8 * 1024 * 1024;

export interface ArchiveState {
  readonly id: string;
  readonly numReceived: number;
}

/** The server expected the next chunk elsewhere, which it names. */
export class OffsetMismatch extends Error {
  constructor(readonly expected: number) {
    super(`The next chunk belongs at byte ${expected}.`);
    this.name = "OffsetMismatch";
  }
}

export interface ArchiveTransport {
  openArchive(name: string, numBytes: number, signal: AbortSignal): Promise<ArchiveState>;
  sendChunk(id: string, offset: number, chunk: Blob, signal: AbortSignal): Promise<ArchiveState>;
  /** Ends the upload; answers the id of the job that unpacks it. */
  completeArchive(id: string, signal: AbortSignal): Promise<string | null>;
}

const opened = new WeakMap<File, ArchiveState>();

/**
 * Send one archive in chunks, going on where the server stopped after any break.
 *
 * An opened archive is remembered by its file object, so pausing and resuming (or a retry after an
 * error) continues the same archive instead of beginning another.
 */
export async function sendArchive(
  { file, path }: { readonly file: File; readonly path: string },
  transport: ArchiveTransport,
  attempts: Attempts,
  signal: AbortSignal,
  onReceived: (numReceived: number) => void,
): Promise<string | null> {
  let archive =
    opened.get(file) ??
    (await attempts.run(signal, () => transport.openArchive(path, file.size, signal)));
  while (archive.numReceived < file.size) {
    opened.set(file, archive);
    onReceived(archive.numReceived);
    const { id, numReceived } = archive;
    archive = await attempts.run(signal, async () => {
      const chunk = file.slice(numReceived, numReceived + CHUNK_BYTES);
      try {
        return await transport.sendChunk(id, numReceived, chunk, signal);
      } catch (error) {
        // The answer to an earlier try was lost on the way, but its bytes had arrived.
        if (error instanceof OffsetMismatch) return { id, numReceived: error.expected };
        throw error;
      }
    });
  }
  opened.set(file, archive);
  onReceived(archive.numReceived);
  const { id } = archive;
  return attempts.run(signal, () => transport.completeArchive(id, signal));
}
