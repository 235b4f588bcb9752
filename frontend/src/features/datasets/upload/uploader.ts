import { Problem } from "@/api/problem";

import { sendArchive, type ArchiveTransport } from "./archive-upload";
import { canHash, sha256 } from "./content-hash";
import type { DroppedFile } from "./dropped-files";
import { cutBatches, type UploadPlan } from "./plan";
import { Speedometer } from "./progress";
import { Aborted, Attempts } from "./attempts";
import { isUnreadable } from "./retry";
import {
  bytesSent,
  countStates,
  ENDED,
  type UploadItem,
  type UploadSnapshot,
  type UploadState,
} from "./upload-items";

export interface FileOutcome {
  readonly name: string;
  readonly outcome: "added" | "duplicate" | "restored" | "rejected";
  readonly code: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string | null;
}

/** A file named by its content. */
export interface FileReference {
  readonly path: string;
  readonly sha256: string;
}

/** What became of a reference; `unknown` contents have to be sent. */
export interface ReferenceOutcome extends Omit<FileOutcome, "outcome"> {
  readonly outcome: FileOutcome["outcome"] | "unknown";
}

/** The requests an upload makes; the page binds them to one import of the API. */
export interface UploadTransport extends ArchiveTransport {
  /** Say what the paths of files say, of those contents that the dataset has already. */
  refer(files: readonly FileReference[], signal: AbortSignal): Promise<readonly ReferenceOutcome[]>;
  sendFiles(files: readonly DroppedFile[], signal: AbortSignal): Promise<readonly FileOutcome[]>;
}

const NUM_LANES = 3;
interface Work {
  readonly index: number;
  readonly file: File;
  readonly path: string;
}

/**
 * Brings a plan into a dataset: batches of files in a few lanes, then archives one by one.
 *
 * It is a small store outside React, so that leaving the page does not end the upload and tens of
 * thousands of outcomes do not re-render anything: readers subscribe and take snapshots.
 */
export class Uploader {
  private state: UploadState = "idle";
  private items: UploadItem[];
  private readonly work: readonly Work[];
  private readonly samples: readonly number[];
  private readonly archives: readonly number[];
  private readonly speed = new Speedometer();
  private readonly listeners = new Set<() => void>();
  private readonly attempts = new Attempts(() => this.changed());
  private abort = new AbortController();
  private snapshot: UploadSnapshot;
  private announced: ReturnType<typeof setTimeout> | null = null;

  constructor(
    plan: UploadPlan,
    private readonly transport: UploadTransport,
  ) {
    const files = [...plan.samples, ...plan.archives];
    this.work = files.map(({ file, path }, index) => ({ index, file, path }));
    this.samples = this.work.slice(0, plan.samples.length).map(({ index }) => index);
    this.archives = this.work.slice(plan.samples.length).map(({ index }) => index);
    this.items = files.map(({ file, path }) => ({
      path,
      numBytes: file.size,
      state: "waiting",
      code: null,
      params: {},
      message: null,
      numReceived: 0,
      jobId: null,
    }));
    this.snapshot = this.takeSnapshot();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): UploadSnapshot => this.snapshot;

  /** Send everything that waits. Resolves when all has ended or the upload was paused. */
  async start(): Promise<void> {
    if (this.state === "running") return;
    this.state = "running";
    this.abort = new AbortController();
    this.speed.reset();
    this.changed();
    const { signal } = this.abort;
    try {
      await this.sendImages(signal);
      for (const index of this.waiting(this.archives)) await this.sendArchive(index, signal);
    } catch (error) {
      if (!(error instanceof Aborted)) throw error;
    }
    // `abort` may have been replaced by pause and resume in the meantime.
    if (signal.aborted) return;
    this.state = "done";
    this.changed();
  }

  pause(): void {
    if (this.state !== "running") return;
    this.state = "paused";
    this.abort.abort();
    this.items = this.items.map((item) =>
      item.state === "sending" ? { ...item, state: "waiting" } : item,
    );
    this.changed();
  }

  /** Put what failed back in line and go on. */
  retryFailed(): Promise<void> {
    this.items = this.items.map((item) =>
      item.state === "failed" ? { ...item, state: "waiting", code: null, message: null } : item,
    );
    return this.start();
  }

  private waiting(indices: readonly number[]): number[] {
    return indices.filter((index) => this.items[index]?.state === "waiting");
  }

  private async sendImages(signal: AbortSignal): Promise<void> {
    const waiting = new Set(this.waiting(this.samples));
    const batches = cutBatches(this.work.filter(({ index }) => waiting.has(index)));
    const lane = async () => {
      for (let batch = batches.shift(); batch; batch = batches.shift()) {
        await this.sendBatch(batch, signal);
      }
    };
    await Promise.all(Array.from({ length: NUM_LANES }, lane));
  }

  private async sendBatch(batch: readonly Work[], signal: AbortSignal): Promise<void> {
    this.set(batch, { state: "sending" });
    try {
      const fresh = await this.referToKnown(batch, signal);
      if (fresh.length === 0) return;
      const outcomes = await this.attempts.run(signal, () =>
        this.transport.sendFiles(fresh, signal),
      );
      fresh.forEach((work, position) => {
        const outcome = outcomes[position];
        if (!outcome) this.set([work], { state: "failed", code: "no_answer" });
        else this.set([work], { ...pickOutcome(outcome), state: outcome.outcome });
      });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.set(batch, refusal(error));
    }
  }

  /**
   * Refer to contents that the dataset has already: those need not travel again, but what their
   * paths say of them is compared as if they had. Answers what has to be sent.
   */
  private async referToKnown(
    batch: readonly Work[],
    signal: AbortSignal,
  ): Promise<readonly Work[]> {
    if (!canHash()) return batch;
    const hashes = await Promise.all(batch.map((work) => this.hash(work)));
    const readable = batch.flatMap((work, position) => {
      const hash = hashes[position];
      return hash == null ? [] : [{ work, reference: { path: work.path, sha256: hash } }];
    });
    if (readable.length === 0) return [];
    const references = readable.map(({ reference }) => reference);
    const outcomes = await this.attempts.run(signal, () =>
      this.transport.refer(references, signal),
    );
    return readable.flatMap(({ work }, position) => {
      const outcome = outcomes[position];
      if (outcome === undefined || outcome.outcome === "unknown") return [work];
      this.set([work], { ...pickOutcome(outcome), state: outcome.outcome });
      return [];
    });
  }

  private async hash(work: Work): Promise<string | null> {
    try {
      return await sha256(work.file);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      this.set([work], { state: "failed", code: "file_unreadable" });
      return null;
    }
  }

  private async sendArchive(index: number, signal: AbortSignal): Promise<void> {
    const work = this.work[index];
    if (!work) return;
    this.set([work], { state: "sending" });
    try {
      const jobId = await sendArchive(work, this.transport, this.attempts, signal, (numReceived) =>
        this.set([work], { numReceived }),
      );
      this.set([work], { state: "processing", jobId });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.set([work], refusal(error));
    }
  }

  private set(works: readonly Work[], change: Partial<UploadItem>): void {
    for (const { index } of works) {
      const item = this.items[index];
      if (item) this.items[index] = { ...item, ...change };
    }
    this.changed();
  }

  /** Tell readers, at most ten times a second. */
  private changed(): void {
    this.announced ??= setTimeout(() => {
      this.announced = null;
      this.snapshot = this.takeSnapshot();
      this.listeners.forEach((listener) => listener());
    }, 100);
  }

  private takeSnapshot(): UploadSnapshot {
    const counts = countStates(this.items);
    const numEnded = ENDED.reduce((sum, state) => sum + counts[state], 0);
    if (this.state === "running") this.speed.note(performance.now(), numEnded);
    return {
      state: this.state,
      items: [...this.items],
      counts,
      numBytes: this.items.reduce((sum, item) => sum + item.numBytes, 0),
      numBytesSent: this.items.reduce((sum, item) => sum + bytesSent(item), 0),
      filesPerSecond: this.speed.perSecond(),
      secondsLeft: this.speed.secondsLeft(this.items.length - numEnded),
      retryInSeconds: this.attempts.retryInSeconds,
    };
  }
}

function refusal({ code, params, message }: Problem): Partial<UploadItem> {
  return { state: "failed", code, params, message };
}

function pickOutcome({ code, params, message }: Omit<FileOutcome, "outcome">) {
  return { code, params, message };
}
