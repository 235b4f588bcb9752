export type ItemState =
  "waiting" | "sending" | "added" | "duplicate" | "restored" | "rejected" | "failed" | "processing";

/** One file or archive of the upload and how it fares. */
export interface UploadItem {
  readonly path: string;
  readonly numBytes: number;
  readonly state: ItemState;
  readonly code: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string | null;
  /** Bytes received so far, for archives. */
  readonly numReceived: number;
  /** The job that unpacks an archive. */
  readonly jobId: string | null;
}

export type UploadState = "idle" | "running" | "paused" | "done";

export interface UploadSnapshot {
  readonly state: UploadState;
  readonly items: readonly UploadItem[];
  readonly counts: Readonly<Record<ItemState, number>>;
  readonly numBytes: number;
  readonly numBytesSent: number;
  readonly filesPerSecond: number | null;
  readonly secondsLeft: number | null;
  /** Seconds until the next try while the connection is lost; null while it works. */
  readonly retryInSeconds: number | null;
}

/** States that nothing changes any more from here. */
export const ENDED: readonly ItemState[] = [
  "added",
  "duplicate",
  "restored",
  "rejected",
  "failed",
  "processing",
];

/** Bytes of it that no longer need to travel. */
export function bytesSent(item: UploadItem): number {
  return ENDED.includes(item.state) ? item.numBytes : item.numReceived;
}

export function countStates(items: readonly UploadItem[]): Record<ItemState, number> {
  const counts: Record<ItemState, number> = {
    waiting: 0,
    sending: 0,
    added: 0,
    duplicate: 0,
    restored: 0,
    rejected: 0,
    failed: 0,
    processing: 0,
  };
  for (const item of items) counts[item.state] += 1;
  return counts;
}
