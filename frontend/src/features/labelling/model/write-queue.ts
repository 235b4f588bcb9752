import { Problem } from "@/api/problem";

export interface SampleWrite<Value> {
  readonly sampleId: string;
  readonly revision: number;
  readonly annotations: Value;
  /** Whose word is what is new, when it is not the person's own. */
  readonly source?: "model" | undefined;
}

export interface SavedSample {
  readonly sampleId: string;
  readonly revision: number;
}

export interface SaveResponse {
  readonly saved: readonly SavedSample[];
  /** Samples that someone else changed meanwhile, with the revision they have now. */
  readonly conflicts: readonly SavedSample[];
}

export interface WriteQueueListener<Value> {
  onSaved(saved: readonly SavedSample[]): void;
  /** `seen` is the revision on which `mine` was made. */
  onConflict(
    conflicts: readonly (SavedSample & { readonly mine: Value; readonly seen: number })[],
  ): void;
  onRefused(sampleIds: readonly string[], problem: Problem): void;
  onChange(status: QueueStatus): void;
}

export interface QueueStatus {
  readonly numUnsaved: number;
  /** The last try failed for want of a connection; more follow by themselves. */
  readonly offline: boolean;
}

/** `seen` is the revision that was seen when it was said, for what was said before a reload. */
type Intent<Value> = Omit<SampleWrite<Value>, "revision"> & { readonly seen?: number };

const MAX_PER_REQUEST = 500;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;

/**
 * Saves what is said of samples in the order it was said while the person goes on working.
 *
 * A later intent for a sample that still waits replaces the earlier one. Revisions are filled in
 * when a write leaves, from the last answer, so that one's own writes never conflict with each
 * other. A lost connection is tried again for ever; nothing is dropped silently.
 */
export class WriteQueue<Value> {
  private waiting: Intent<Value>[] = [];
  private sending: Intent<Value>[] = [];
  private readonly revisions = new Map<string, number>();
  private attempt = 0;
  private wake: (() => void) | null = null;

  constructor(
    private readonly save: (writes: readonly SampleWrite<Value>[]) => Promise<SaveResponse>,
    private readonly listener: WriteQueueListener<Value>,
    /** Equal for what may share a request; a request of its own for each when absent. */
    private readonly keyOf?: (annotations: Value) => string,
  ) {}

  /** Learn the revision of a sample that was read from the server. */
  note({ sampleId, revision }: SavedSample): void {
    this.revisions.set(sampleId, Math.max(revision, this.revisions.get(sampleId) ?? 0));
  }

  /** Whether a sample has labels that are not saved yet; reading it would show older ones. */
  isUnsaved(sampleId: string): boolean {
    return [...this.waiting, ...this.sending].some((intent) => intent.sampleId === sampleId);
  }

  /** The revision of a sample as far as it is known. */
  revisionOf(sampleId: string): number | undefined {
    return this.revisions.get(sampleId);
  }

  /** All that the server has not taken yet, the newest of each sample. */
  unsaved(): SampleWrite<Value>[] {
    const newest = new Map(
      [...this.sending, ...this.waiting].map((intent) => [intent.sampleId, intent]),
    );
    return [...newest.values()].map((intent) => this.written(intent));
  }

  /** Go on with what was said before a reload, unless something newer was said of the sample. */
  restore(writes: readonly SampleWrite<Value>[]): void {
    const fresh = writes.filter(({ sampleId }) => !this.isUnsaved(sampleId));
    this.add(
      fresh.map(({ sampleId, annotations, source, revision }) => ({
        sampleId,
        annotations,
        source,
        seen: revision,
      })),
    );
  }

  /** Line up one step of the person: one sample, or many that got the same key. */
  add(intents: readonly Intent<Value>[]): void {
    const replaced = new Set(intents.map((intent) => intent.sampleId));
    const seen = new Map(this.waiting.map((old) => [old.sampleId, old.seen]));
    this.waiting = [
      ...this.waiting.filter((old) => !replaced.has(old.sampleId)),
      ...intents.map((intent) => withSeen(intent, intent.seen ?? seen.get(intent.sampleId))),
    ];
    this.announce();
    if (this.sending.length === 0) void this.drain();
  }

  /** Try now instead of at the end of the present delay. */
  retryNow(): void {
    this.wake?.();
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      this.sending = this.takeBatch();
      await this.send();
    }
  }

  /** The next intents that say the same, in order: they can share a request. */
  private takeBatch(): Intent<Value>[] {
    const { keyOf } = this;
    const [first] = this.waiting;
    if (keyOf === undefined || first === undefined) return this.waiting.splice(0, 1);
    const key = keyOf(first.annotations);
    const end = this.waiting.findIndex(
      ({ annotations, source }) => keyOf(annotations) !== key || source !== first.source,
    );
    const length = Math.min(end < 0 ? this.waiting.length : end, MAX_PER_REQUEST);
    return this.waiting.splice(0, length);
  }

  private async send(): Promise<void> {
    const intents = this.sending;
    try {
      const writes = intents.map((intent) => this.written(intent));
      const answer = await this.save(writes);
      this.attempt = 0;
      [...answer.saved, ...answer.conflicts].forEach((sample) => this.note(sample));
      this.end();
      if (answer.saved.length > 0) this.listener.onSaved(answer.saved);
      if (answer.conflicts.length > 0) {
        this.listener.onConflict(
          answer.conflicts.flatMap((conflict) => {
            const mine = this.takeBack(conflict.sampleId, intents);
            const sent = writes.find(({ sampleId }) => sampleId === conflict.sampleId);
            if (mine === undefined || sent === undefined) return [];
            return [{ ...conflict, mine: mine.annotations, seen: sent.revision }];
          }),
        );
      }
    } catch (error) {
      await this.afterError(intents, error);
    }
  }

  /** The newest that was said of a sample, out of the queue: what waits must not overwrite theirs. */
  private takeBack(sampleId: string, sent: readonly Intent<Value>[]): Intent<Value> | undefined {
    const isOf = (intent: Intent<Value>) => intent.sampleId === sampleId;
    const newest = this.waiting.findLast(isOf) ?? sent.find(isOf);
    this.waiting = this.waiting.filter((intent) => !isOf(intent));
    this.announce();
    return newest;
  }

  private written({ sampleId, annotations, source, seen }: Intent<Value>): SampleWrite<Value> {
    const revision = seen ?? this.revisions.get(sampleId) ?? 0;
    return { sampleId, annotations, source, revision };
  }

  private async afterError(intents: readonly Intent<Value>[], error: unknown): Promise<void> {
    if (!isPassing(error)) {
      if (!(error instanceof Problem)) throw error;
      this.end();
      const ids = intents.map((intent) => intent.sampleId);
      this.listener.onRefused(ids, error);
      return;
    }
    this.attempt += 1;
    // Back to the front, unless a newer intent for the same sample arrived meanwhile.
    const newer = new Set(this.waiting.map((intent) => intent.sampleId));
    this.waiting = [...intents.filter((intent) => !newer.has(intent.sampleId)), ...this.waiting];
    this.announce();
    await this.delay(Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.attempt - 1)));
  }

  private end(): void {
    this.sending = [];
    this.announce();
  }

  private announce(): void {
    const ids = new Set([...this.waiting, ...this.sending].map((intent) => intent.sampleId));
    this.listener.onChange({ numUnsaved: ids.size, offline: this.attempt > 0 });
  }

  private delay(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake?.(), milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
    });
  }
}

function withSeen<Value>(intent: Intent<Value>, seen: number | undefined): Intent<Value> {
  return seen === undefined ? intent : { ...intent, seen };
}

/**
 * No connection, too many requests, or a server that restarts: trying again will help. So it will
 * after the person has signed in again, in this window or another.
 */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Problem)) return false;
  const { status } = error;
  return [0, 401, 429].includes(status) || (status >= 502 && status <= 504);
}
