import type { History } from "./undo-stack";
import type { SampleWrite } from "./write-queue";

/** Where an unsaved answer belongs, which the sample alone does not tell. */
export interface WorkPlace {
  readonly itemId: string;
  /** It was handed in, not only saved. */
  readonly isDone: boolean;
}

export type KeptWrite<Value> = SampleWrite<Value> & { readonly workPlace?: WorkPlace | undefined };

/** A write as browsers kept it: `said` and `beside` are the earlier names of what it holds. */
export type StoredWrite<Value> =
  | KeptWrite<Value>
  | (Omit<SampleWrite<Value>, "annotations"> & {
      readonly said: Value;
      readonly beside?: WorkPlace | undefined;
    });

/** What a browser keeps of a session while nobody looks, and gives back after a reload. */
export interface Kept<Value> {
  /** What the server has not taken yet, each with the revision that it was made on. */
  readonly unsaved: readonly KeptWrite<Value>[];
  readonly history: History<Value>;
  /** The revisions of the samples in the history, by their ids. */
  readonly revisions: ReadonlyMap<string, number>;
}

/** Read a kept write by its present names, so that work kept before they changed is not lost. */
export function currentWrite<Value>(stored: StoredWrite<Value>): KeptWrite<Value> {
  if (!("said" in stored)) return stored;
  const { said: annotations, beside: workPlace, ...write } = stored;
  return { ...write, annotations, workPlace };
}

const DATABASE = "easel";
const STORE = "kept-work";
const VERSION = 1;
/** More steps than this, back and forth, are kept while the page is open only. */
const DEPTH = 50;

/**
 * The work of one person on one dataset, kept in the browser's database.
 *
 * Without one (a private window may have none) everything works as long as the page is open.
 */
export class DraftStore<Value> {
  constructor(private readonly place: string) {}

  async load(): Promise<Kept<Value> | null> {
    const database = await opened();
    if (database === null) return null;
    const store = database.transaction(STORE).objectStore(STORE);
    const [unsaved, past] = await Promise.all([
      answer<StoredWrite<Value>[] | undefined>(store.get(`${this.place}/unsaved`)),
      answer<Pick<Kept<Value>, "history" | "revisions"> | undefined>(
        store.get(`${this.place}/history`),
      ),
    ]);
    if (unsaved === undefined && past === undefined) return null;
    return {
      unsaved: (unsaved ?? []).map(currentWrite),
      history: past?.history ?? { done: [], undone: [] },
      revisions: past?.revisions ?? new Map(),
    };
  }

  keepUnsaved(unsaved: readonly KeptWrite<Value>[]): void {
    void this.put("unsaved", unsaved);
  }

  /** States that steps share are stored once: a step costs what it changed. */
  keepHistory(history: History<Value>, revisionOf: (sampleId: string) => number | undefined): void {
    const [done, undone] = [history.done.slice(-DEPTH), history.undone.slice(-DEPTH)];
    const revisions = new Map<string, number>();
    for (const { sampleId } of [...done, ...undone].flat()) {
      const revision = revisionOf(sampleId);
      if (revision !== undefined) revisions.set(sampleId, revision);
    }
    void this.put("history", { history: { done, undone }, revisions });
  }

  private async put(part: string, value: unknown): Promise<void> {
    try {
      const database = await opened();
      database
        ?.transaction(STORE, "readwrite")
        .objectStore(STORE)
        .put(value, `${this.place}/${part}`);
    } catch {
      // Full or forbidden: the work stays in the page, which says what is unsaved and asks before
      // it is left.
    }
  }
}

let connection: Promise<IDBDatabase | null> | undefined;

function opened(): Promise<IDBDatabase | null> {
  connection ??= new Promise((resolve) => {
    if (typeof indexedDB === "undefined") {
      resolve(null);
      return;
    }
    const request = indexedDB.open(DATABASE, VERSION);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
  });
  return connection;
}

function answer<Value>(request: IDBRequest): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as Value);
    request.onerror = () => reject(request.error ?? new Error("The browser's database failed."));
  });
}
