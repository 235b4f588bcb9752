import { Problem } from "@/api/problem";

export interface SampleWrite<Said> {
  readonly sampleId: string;
  readonly revision: number;
  readonly said: Said;
  /** Whose word is what is new, when it is not the person's own. */
  readonly source?: "model" | undefined;
}

export interface SavedSample {
  readonly sampleId: string;
  readonly revision: number;
}

export interface SaveAnswer {
  readonly saved: readonly SavedSample[];
  /** Samples that someone else changed meanwhile, with the revision they have now. */
  readonly conflicts: readonly SavedSample[];
}

export interface WriteQueueListener<Said> {
  onSaved(saved: readonly SavedSample[]): void;
  onConflict(conflicts: readonly (SavedSample & { readonly mine: Said })[]): void;
  onRefused(sampleIds: readonly string[], problem: Problem): void;
  onChange(status: QueueStatus): void;
}

export interface QueueStatus {
  readonly numUnsaved: number;
  /** The last try failed for want of a connection; more follow by themselves. */
  readonly offline: boolean;
}

type Intent<Said> = Omit<SampleWrite<Said>, "revision">;

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
export class WriteQueue<Said> {
  private waiting: Intent<Said>[] = [];
  private sending: Intent<Said>[] = [];
  private readonly revisions = new Map<string, number>();
  private attempt = 0;
  private wake: (() => void) | null = null;

  constructor(
    private readonly save: (writes: readonly SampleWrite<Said>[]) => Promise<SaveAnswer>,
    private readonly listener: WriteQueueListener<Said>,
    /** Equal for what may share a request; a request of its own for each when absent. */
    private readonly keyOf?: (said: Said) => string,
  ) {}

  /** Learn the revision of a sample that was read from the server. */
  note({ sampleId, revision }: SavedSample): void {
    this.revisions.set(sampleId, Math.max(revision, this.revisions.get(sampleId) ?? 0));
  }

  /** Whether a sample has labels that are not saved yet; reading it would show older ones. */
  isUnsaved(sampleId: string): boolean {
    return [...this.waiting, ...this.sending].some((intent) => intent.sampleId === sampleId);
  }

  /** Line up one step of the person: one sample, or many that got the same key. */
  add(intents: readonly Intent<Said>[]): void {
    const replaced = new Set(intents.map((intent) => intent.sampleId));
    this.waiting = [...this.waiting.filter((old) => !replaced.has(old.sampleId)), ...intents];
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
  private takeBatch(): Intent<Said>[] {
    const { keyOf } = this;
    const [first] = this.waiting;
    if (keyOf === undefined || first === undefined) return this.waiting.splice(0, 1);
    const key = keyOf(first.said);
    const end = this.waiting.findIndex(
      ({ said, source }) => keyOf(said) !== key || source !== first.source,
    );
    const length = Math.min(end < 0 ? this.waiting.length : end, MAX_PER_REQUEST);
    return this.waiting.splice(0, length);
  }

  private async send(): Promise<void> {
    const intents = this.sending;
    try {
      const answer = await this.save(
        intents.map((intent) => ({
          ...intent,
          revision: this.revisions.get(intent.sampleId) ?? 0,
        })),
      );
      this.attempt = 0;
      [...answer.saved, ...answer.conflicts].forEach((sample) => this.note(sample));
      this.end();
      if (answer.saved.length > 0) this.listener.onSaved(answer.saved);
      if (answer.conflicts.length > 0) {
        this.listener.onConflict(
          intents.flatMap(({ sampleId, said }) => {
            const conflict = answer.conflicts.find((sample) => sample.sampleId === sampleId);
            return conflict === undefined ? [] : [{ ...conflict, mine: said }];
          }),
        );
      }
    } catch (error) {
      await this.afterError(intents, error);
    }
  }

  private async afterError(intents: readonly Intent<Said>[], error: unknown): Promise<void> {
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

/** No connection, too many requests, or a server that restarts: trying again will help. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Problem)) return false;
  return error.status === 0 || error.status === 429 || (error.status >= 502 && error.status <= 504);
}
