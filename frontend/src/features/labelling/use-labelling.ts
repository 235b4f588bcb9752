import { useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { datasetKeys, type Dataset, type Sample } from "@/api/datasets";
import { saveLabels } from "@/api/sample-labels";
import { problemText } from "@/i18n/problem-text";

import { readSample } from "./api/read-sample";
import { sameLabels, type LabelIds } from "./model/label-change";
import { forget, pop, push, type Change, type UndoStack } from "./model/undo-stack";
import { WriteQueue, type QueueStatus } from "./model/write-queue";

/** Someone else changed a sample that this person has labelled meanwhile. */
export interface Conflict {
  readonly sampleId: string;
  readonly sampleName: string;
  readonly mine: LabelIds;
  readonly theirs: LabelIds;
  readonly theirName: string | null;
}

export function labelsOf(sample: Sample): LabelIds {
  return sample.labelled_at === null ? null : sample.labels.map((label) => label.id);
}

/** What was given here counts before what was read. */
function shown(given: ReadonlyMap<string, LabelIds>, sample: Sample): LabelIds {
  return given.has(sample.id) ? (given.get(sample.id) ?? null) : labelsOf(sample);
}

/**
 * The labels given in this sitting: shown at once, saved in order behind the person's back, undone
 * step by step, and handed back when someone else was faster.
 */
export function useLabelling(dataset: Dataset) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const [given, setGiven] = useState<ReadonlyMap<string, LabelIds>>(new Map());
  const [undoStack, setUndoStack] = useState<UndoStack>([]);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const [status, setStatus] = useState<QueueStatus>({ numUnsaved: 0, offline: false });
  const [times, setTimes] = useState<readonly number[]>([]);

  const put = useCallback((changes: readonly { sampleId: string; after: LabelIds }[]) => {
    setGiven((old) => new Map([...old, ...changes.map((c) => [c.sampleId, c.after] as const)]));
  }, []);

  const queue = useMemo(() => {
    const dropSteps = (ids: readonly string[]) => setUndoStack((old) => forget(old, new Set(ids)));
    const readBack = async (sampleId: string) => {
      const sample = await readSample(sampleId);
      made.note({ sampleId, revision: sample.revision });
      put([{ sampleId, after: labelsOf(sample) }]);
      return sample;
    };
    const made: WriteQueue = new WriteQueue(
      async (writes) => {
        const { samples, conflicts: stale } = await saveLabels(dataset.id, writes);
        return {
          saved: samples.map(({ id, revision }) => ({ sampleId: id, revision })),
          conflicts: stale,
        };
      },
      {
        onSaved: () => undefined,
        onChange: setStatus,
        onConflict: (stale) => {
          dropSteps(stale.map(({ sampleId }) => sampleId));
          for (const { sampleId, mine } of stale) {
            void readBack(sampleId).then((sample) => {
              const theirs = labelsOf(sample);
              if (sameLabels(mine, theirs)) return;
              const conflict: Conflict = {
                sampleId,
                sampleName: sample.name,
                mine,
                theirs,
                theirName: sample.history.at(-1)?.author?.name ?? null,
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
    );
    return made;
  }, [dataset.id, message, put, t]);

  const send = useCallback(
    (changes: readonly Change[]) => {
      put(changes);
      queue.add(changes.map(({ sampleId, after }) => ({ sampleId, labelIds: after })));
    },
    [put, queue],
  );

  const label = useCallback(
    (samples: readonly Sample[], after: readonly LabelIds[]) => {
      const changes = samples.flatMap((sample, index): Change[] => {
        const next = after[index] ?? null;
        const before = shown(given, sample);
        if (sameLabels(before, next)) return [];
        queue.note({ sampleId: sample.id, revision: sample.revision });
        return [{ sampleId: sample.id, before, after: next }];
      });
      if (changes.length === 0) return;
      setUndoStack((old) => push(old, changes));
      const now = Date.now();
      setTimes((old) => [...old, ...changes.map(() => now)].slice(-600));
      send(changes);
    },
    [given, queue, send],
  );

  /** Undo the last step; answers the samples it touched. */
  const undo = useCallback((): readonly string[] => {
    const { stack: rest, changes } = pop(undoStack);
    setUndoStack(rest);
    if (changes.length > 0) send(changes);
    return changes.map((change) => change.sampleId);
  }, [undoStack, send]);

  const settle = useCallback(
    (conflict: Conflict, keep: "mine" | "theirs") => {
      setConflicts((old) => old.filter((other) => other !== conflict));
      const { sampleId, mine, theirs } = conflict;
      if (keep === "mine") send([{ sampleId, before: theirs, after: mine }]);
    },
    [send],
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

  const current = useCallback((sample: Sample): LabelIds => shown(given, sample), [given]);

  return {
    current,
    label,
    undo,
    settle,
    canUndo: undoStack.length > 0,
    conflicts,
    status,
    times,
    retryNow: () => queue.retryNow(),
  };
}

export type Labelling = ReturnType<typeof useLabelling>;
