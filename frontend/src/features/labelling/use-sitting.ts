import { useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { datasetKeys, type Dataset, type Sample, type SampleDetail } from "@/api/datasets";
import { problemText } from "@/i18n/problem-text";

import { readSample } from "./api/read-sample";
import { forget, pop, push, type Change, type UndoStack } from "./model/undo-stack";
import {
  WriteQueue,
  type QueueStatus,
  type SampleWrite,
  type SaveAnswer,
} from "./model/write-queue";

/** Someone else changed a sample that this person has labelled meanwhile. */
export interface Conflict<Said> {
  readonly sampleId: string;
  readonly sampleName: string;
  readonly mine: Said;
  readonly theirs: Said;
  readonly theirName: string | null;
}

/** One way of saying something of samples: labels for the whole, or marks in it. */
export interface Saying<Said, Read extends Sample> {
  /** What is said of a sample that was read from the server. */
  read: (sample: Read | SampleDetail) => Said;
  isSame: (one: Said, other: Said) => boolean;
  save: (datasetId: string, writes: readonly SampleWrite<Said>[]) => Promise<SaveAnswer>;
  /** Equal for what may share a request. */
  keyOf?: (said: Said) => string;
  /** Read a sample as it is on the server now; its dataset's own state when absent. */
  reread?: (sampleId: string) => Promise<SampleDetail>;
}

/**
 * What was said in this sitting: shown at once, saved in order behind the person's back, undone
 * step by step, and handed back when someone else was faster.
 */
export function useSitting<Said, Read extends Sample>(
  dataset: Pick<Dataset, "id">,
  saying: Saying<Said, Read>,
) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const [given, setGiven] = useState<ReadonlyMap<string, Said>>(new Map());
  const [undoStack, setUndoStack] = useState<UndoStack<Said>>([]);
  const [conflicts, setConflicts] = useState<readonly Conflict<Said>[]>([]);
  const [status, setStatus] = useState<QueueStatus>({ numUnsaved: 0, offline: false });
  const [times, setTimes] = useState<readonly number[]>([]);

  const put = useCallback((changes: readonly { sampleId: string; after: Said }[]) => {
    setGiven((old) => new Map([...old, ...changes.map((c) => [c.sampleId, c.after] as const)]));
  }, []);

  const queue = useMemo(() => {
    const dropSteps = (ids: readonly string[]) => setUndoStack((old) => forget(old, new Set(ids)));
    const readBack = async (sampleId: string) => {
      const sample = await (saying.reread ?? readSample)(sampleId);
      made.note({ sampleId, revision: sample.revision });
      put([{ sampleId, after: saying.read(sample) }]);
      return sample;
    };
    const made: WriteQueue<Said> = new WriteQueue<Said>(
      (writes) => saying.save(dataset.id, writes),
      {
        onSaved: () => undefined,
        onChange: setStatus,
        onConflict: (stale) => {
          dropSteps(stale.map(({ sampleId }) => sampleId));
          for (const { sampleId, mine } of stale) {
            void readBack(sampleId).then((sample) => {
              const theirs = saying.read(sample);
              if (saying.isSame(mine, theirs)) return;
              const conflict: Conflict<Said> = {
                sampleId,
                sampleName: sample.name,
                mine,
                theirs,
                theirName: sample.history.at(0)?.author?.name ?? null,
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
      saying.keyOf,
    );
    return made;
  }, [dataset.id, message, put, saying, t]);

  // What was said here counts before what was read.
  const current = useCallback(
    (sample: Read): Said =>
      given.has(sample.id) ? (given.get(sample.id) as Said) : saying.read(sample),
    [given, saying],
  );

  const send = useCallback(
    (changes: readonly Change<Said>[]) => {
      put(changes);
      queue.add(changes.map(({ sampleId, after, source }) => ({ sampleId, said: after, source })));
    },
    [put, queue],
  );

  const label = useCallback(
    (samples: readonly Read[], after: readonly Said[], source?: "model") => {
      const changes = samples.flatMap((sample, index): Change<Said>[] => {
        const next = after[index];
        const before = current(sample);
        if (next === undefined || saying.isSame(before, next)) return [];
        queue.note({ sampleId: sample.id, revision: sample.revision });
        return [{ sampleId: sample.id, before, after: next, source }];
      });
      if (changes.length === 0) return;
      setUndoStack((old) => push(old, changes));
      const now = Date.now();
      setTimes((old) => [...old, ...changes.map(() => now)].slice(-600));
      send(changes);
    },
    [current, queue, saying, send],
  );

  /** Undo the last step; answers the samples it touched. */
  const undo = useCallback((): readonly string[] => {
    const { stack: rest, changes } = pop(undoStack);
    setUndoStack(rest);
    if (changes.length > 0) send(changes);
    return changes.map((change) => change.sampleId);
  }, [undoStack, send]);

  const settle = useCallback(
    (conflict: Conflict<Said>, keep: "mine" | "theirs") => {
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
      queue.add([{ sampleId: sample.id, said: current(sample) }]);
    },
    [current, queue],
  );

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

  return {
    current,
    label,
    saveAgain,
    undo,
    settle,
    canUndo: undoStack.length > 0,
    conflicts,
    status,
    times,
    retryNow: () => queue.retryNow(),
  };
}

/** What bars and banners of the tool need of a sitting, whatever is said in it. */
export type Sitting<Said> = Omit<
  ReturnType<typeof useSitting<Said, Sample>>,
  "current" | "label" | "saveAgain"
>;
