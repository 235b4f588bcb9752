import { useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { datasetKeys, type Dataset, type Sample, type SampleDetail } from "@/api/datasets";
import { problemText } from "@/i18n/problem-text";

import { readSample } from "./api/read-sample";
import { DraftStore, type WorkPlace } from "./model/draft-store";
import { timed, type LastTimes } from "./model/labelling-speed";
import {
  did,
  forget,
  NO_HISTORY,
  stepAgain,
  stepBack,
  type Change,
  type History,
} from "./model/undo-stack";
import {
  WriteQueue,
  type QueueStatus,
  type SampleWrite,
  type SaveResponse,
} from "./model/write-queue";

/** Someone else changed a sample that this person has labelled meanwhile. */
export interface Conflict<Value> {
  readonly sampleId: string;
  readonly sampleName: string;
  readonly mine: Value;
  readonly theirs: Value;
  readonly theirName: string | null;
  /** The revision on which mine was made. */
  readonly seen: number;
}

/** One way of saying something of samples: labels for the whole, or annotations in it. */
export interface AnnotationAdapter<Value, Read extends Sample> {
  /** What is said of a sample that was read from the server. */
  read: (sample: Read | SampleDetail) => Value;
  isSame: (one: Value, other: Value) => boolean;
  save: (datasetId: string, writes: readonly SampleWrite<Value>[]) => Promise<SaveResponse>;
  /** Equal for what may share a request. */
  keyOf?: (annotations: Value) => string;
  /** Read a sample as it is on the server now; its dataset's own state when absent. */
  reread?: (sampleId: string) => Promise<SampleDetail>;
  /**
   * What has to be kept beside an unsaved write, and taken back after a reload. Steps back are not
   * kept then: they belong to what may have gone to somebody else meanwhile.
   */
  workPlace?: {
    keep: (sampleId: string) => WorkPlace;
    recall: (sampleId: string, kept: WorkPlace) => void;
  };
}

/** How long the hand rests before the steps back are kept. */
const KEEP_DELAY_MS = 300;

/**
 * What was said in this session: shown at once, saved in order behind the person's back, undone
 * step by step, and handed back when someone else was faster.
 *
 * @param keptAs under which name the browser keeps what is unsaved, and the steps back, over a
 *   reload; nothing is kept while it is null.
 */
export function useAnnotationSession<Value, Read extends Sample>(
  dataset: Pick<Dataset, "id">,
  adapter: AnnotationAdapter<Value, Read>,
  keptAs: string | null,
) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const [given, setGiven] = useState<ReadonlyMap<string, Value>>(new Map());
  const [history, setHistory] = useState<History<Value>>(NO_HISTORY);
  const [conflicts, setConflicts] = useState<readonly Conflict<Value>[]>([]);
  const [status, setStatus] = useState<QueueStatus>({ numUnsaved: 0, offline: false });
  const [lastTimes, setLastTimes] = useState<LastTimes>(new Map());

  const [numSaved, setNumSaved] = useState(0);
  const kept = useRef<DraftStore<Value> | null>(null);

  const put = useCallback((changes: readonly { sampleId: string; after: Value }[]) => {
    setGiven((old) => new Map([...old, ...changes.map((c) => [c.sampleId, c.after] as const)]));
  }, []);

  const queue = useMemo(() => {
    const dropSteps = (ids: readonly string[]) => setHistory((old) => forget(old, new Set(ids)));
    const readBack = async (sampleId: string) => {
      const sample = await (adapter.reread ?? readSample)(sampleId);
      made.note({ sampleId, revision: sample.revision });
      put([{ sampleId, after: adapter.read(sample) }]);
      return sample;
    };
    const made: WriteQueue<Value> = new WriteQueue<Value>(
      (writes) => adapter.save(dataset.id, writes),
      {
        onSaved: () => setNumSaved((old) => old + 1),
        onChange: setStatus,
        onConflict: (stale) => {
          dropSteps(stale.map(({ sampleId }) => sampleId));
          for (const { sampleId, mine, seen } of stale) {
            void readBack(sampleId).then((sample) => {
              const theirs = adapter.read(sample);
              if (adapter.isSame(mine, theirs)) return;
              const conflict: Conflict<Value> = {
                sampleId,
                sampleName: sample.name,
                mine,
                theirs,
                theirName: sample.history.at(0)?.author?.name ?? null,
                seen,
              };
              setConflicts((old) => [...old, conflict]);
            });
          }
        },
        onRefused: (ids, problem) => {
          dropSteps(ids);
          void message.error(problemText(t, problem));
          for (const id of ids) void readBack(id).catch(() => undefined);
        },
      },
      adapter.keyOf,
    );
    return made;
  }, [dataset.id, message, put, adapter, t]);

  // What was said here counts before what was read.
  const current = useCallback(
    (sample: Read): Value =>
      given.has(sample.id) ? (given.get(sample.id) as Value) : adapter.read(sample),
    [given, adapter],
  );

  /** What was said here of a sample, after every step back; `undefined` where nothing was. */
  const annotatedHere = useCallback((sampleId: string) => given.get(sampleId), [given]);

  const send = useCallback(
    (changes: readonly Change<Value>[]) => {
      put(changes);
      queue.add(
        changes.map(({ sampleId, after, source }) => ({ sampleId, annotations: after, source })),
      );
    },
    [put, queue],
  );

  const label = useCallback(
    (samples: readonly Read[], after: readonly Value[], source?: "model") => {
      const changes = samples.flatMap((sample, index): Change<Value>[] => {
        const next = after[index];
        const before = current(sample);
        if (next === undefined || adapter.isSame(before, next)) return [];
        const known = queue.revisionOf(sample.id) ?? sample.revision;
        if (sample.revision > known) {
          // Somebody else's word lies between the steps that were kept and now.
          setHistory((old) => forget(old, new Set([sample.id])));
        }
        queue.note({ sampleId: sample.id, revision: sample.revision });
        return [{ sampleId: sample.id, before, after: next, source }];
      });
      if (changes.length === 0) return;
      setHistory((old) => did(old, changes));
      const now = Date.now();
      setLastTimes((old) =>
        timed(
          old,
          changes.map(({ sampleId }) => sampleId),
          now,
        ),
      );
      send(changes);
    },
    [current, queue, adapter, send],
  );

  const take = useCallback(
    (step: typeof stepBack<Value>): readonly string[] => {
      const { history: rest, changes } = step(history);
      setHistory(rest);
      if (changes.length > 0) send(changes);
      return changes.map((change) => change.sampleId);
    },
    [history, send],
  );
  /** Undo the last step, or do it again; answers the samples it touched. */
  const undo = useCallback(() => take(stepBack), [take]);
  const redo = useCallback(() => take(stepAgain), [take]);

  const settle = useCallback(
    (conflict: Conflict<Value>, keep: "mine" | "theirs") => {
      setConflicts((old) => old.filter((other) => other !== conflict));
      const { sampleId, mine, theirs } = conflict;
      if (keep === "mine") send([{ sampleId, before: theirs, after: mine }]);
    },
    [send],
  );

  /** Send what is said of a sample once more, though nothing in it changed. */
  const saveAgain = useCallback(
    (sample: Read) => {
      queue.note({ sampleId: sample.id, revision: sample.revision });
      queue.add([{ sampleId: sample.id, annotations: current(sample) }]);
    },
    [current, queue],
  );

  const keepsNoSteps = adapter.workPlace !== undefined;
  const withPlace = useCallback(
    <Write extends { readonly sampleId: string }>(write: Write) => ({
      ...write,
      workPlace: adapter.workPlace?.keep(write.sampleId),
    }),
    [adapter],
  );
  useEffect(() => {
    if (keptAs === null) return;
    const work = new DraftStore<Value>(keptAs);
    let isLeft = false;
    void work.load().then((before) => {
      if (isLeft) return;
      kept.current = work;
      if (before === null) {
        work.keepUnsaved(queue.unsaved().map(withPlace));
        return;
      }
      for (const { sampleId, workPlace } of before.unsaved) {
        if (workPlace !== undefined) adapter.workPlace?.recall(sampleId, workPlace);
      }
      for (const [sampleId, revision] of before.revisions) queue.note({ sampleId, revision });
      setHistory((now) => (now.done.length > 0 ? now : before.history));
      put(
        before.unsaved
          .filter(({ sampleId }) => !queue.isUnsaved(sampleId))
          .map(({ sampleId, annotations }) => ({ sampleId, after: annotations })),
      );
      queue.restore(before.unsaved);
    });
    return () => {
      isLeft = true;
    };
  }, [keptAs, put, queue, adapter, withPlace]);
  // What waits for a decision is not saved either.
  useEffect(() => {
    const open = conflicts.map(({ sampleId, mine, seen }) => ({
      sampleId,
      annotations: mine,
      revision: seen,
    }));
    kept.current?.keepUnsaved([...queue.unsaved(), ...open].map(withPlace));
  }, [conflicts, queue, status, withPlace]);
  useEffect(() => {
    if (keepsNoSteps) return;
    const keep = () => kept.current?.keepHistory(history, (sampleId) => queue.revisionOf(sampleId));
    const timer = setTimeout(keep, KEEP_DELAY_MS);
    // Phones end pages without a word once they were hidden.
    window.addEventListener("pagehide", keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", keep);
    };
  }, [history, keepsNoSteps, numSaved, queue]);

  useEffect(() => {
    if (status.numUnsaved === 0) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    const retry = () => queue.retryNow();
    window.addEventListener("online", retry);
    return () => {
      window.removeEventListener("beforeunload", warn);
      window.removeEventListener("online", retry);
    };
  }, [status.numUnsaved, queue]);

  // What was read of this dataset before is old once labels were given here.
  useEffect(
    () => () => {
      for (const key of [datasetKeys.one(dataset.id), ["datasets"], ["projects"], ["samples"]]) {
        void client.invalidateQueries({ queryKey: key });
      }
    },
    [client, dataset.id],
  );

  const times = useMemo(() => [...lastTimes.values()], [lastTimes]);
  return {
    current,
    annotatedHere,
    label,
    saveAgain,
    undo,
    redo,
    settle,
    canUndo: history.done.length > 0,
    canRedo: history.undone.length > 0,
    conflicts,
    status,
    times,
    retryNow: () => queue.retryNow(),
  };
}

/** What bars and banners of the tool need of a session, whatever is said in it. */
export type AnnotationSession<Value> = Omit<
  ReturnType<typeof useAnnotationSession<Value, Sample>>,
  "current" | "annotatedHere" | "label" | "saveAgain"
>;
