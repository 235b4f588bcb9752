import type { History } from "./undo-stack";
import type { SampleWrite } from "./write-queue";

/** Where an unsaved answer belongs, which the sample alone does not tell. */
export interface WorkPlace {
  readonly itemId: string;
  /** It was handed in, not only saved. */
  readonly isDone: boolean;
}

export type KeptWrite<Said> = SampleWrite<Said> & { readonly beside?: WorkPlace | undefined };

/** What a browser keeps of a session while nobody looks, and gives back after a reload. */
export interface Kept<Said> {
  /** What the server has not taken yet, each with the revision that it was made on. */
  readonly unsaved: readonly KeptWrite<Said>[];
  readonly history: History<Said>;
  /** The revisions of the samples in the history, by their ids. */
  readonly revisions: ReadonlyMap<string, number>;
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
export class DraftStore<Said> {
  constructor(private readonly place: string) {}

  async load(): Promise<Kept<Said> | null> {
    const database = await opened();
    if (database === null) return null;
    const store = database.transaction(STORE).objectStore(STORE);
    const [unsaved, past] = await Promise.all([
      answer<KeptWrite<Said>[] | undefined>(store.get(`${this.place}/unsaved`)),
      answer<Pick<Kept<Said>, "history" | "revisions"> | undefined>(
        store.get(`${this.place}/history`),
      ),
    ]);
    if (unsaved === undefined && past === undefined) return null;
    return {
      unsaved: unsaved ?? [],
      history: past?.history ?? { done: [], undone: [] },
      revisions: past?.revisions ?? new Map(),
    };
  }

  keepUnsaved(unsaved: readonly KeptWrite<Said>[]): void {
    void this.put("unsaved", unsaved);
  }

  /** States that steps share are stored once: a step costs what it changed. */
  keepHistory(history: History<Said>, revisionOf: (sampleId: string) => number | undefined): void {
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
