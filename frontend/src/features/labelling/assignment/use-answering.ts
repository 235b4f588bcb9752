import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";

import { assignmentKeys, type WorkItem, type WorkItemDetail } from "@/api/assignments";
import type { SampleDetail } from "@/api/datasets";
import { useSession } from "@/api/session";

import { annotationsOf, sameAnnotations, type MaybeAnnotations } from "../model/annotations";
import { useAnnotationSession, type AnnotationAdapter } from "../use-annotation-session";
import { readItem, saveAnswers, type LostAnswer } from "./save-answers";

/** Where an item stands in this session, after what was saved here. */
export type ItemStates = ReadonlyMap<string, WorkItem["state"]>;

/** Answers to work items, saved behind the person's back; each is handed in when it is done. */
export function useAnswering(
  assignment: { id: string; dataset: { id: string } },
  items: readonly WorkItem[],
  onHandedIn: () => void,
) {
  const client = useQueryClient();
  const personId = useSession().data?.user?.id;
  const itemBySample = useRef(new Map<string, string>());
  const done = useRef(new Set<string>());
  const clock = useRef<{ sampleId: string; since: number } | null>(null);
  const handedIn = useRef(onHandedIn);
  useEffect(() => {
    for (const item of items) itemBySample.current.set(item.sample.id, item.id);
    handedIn.current = onHandedIn;
  });
  const [states, setStates] = useState<ItemStates>(new Map());
  const [lost, setLost] = useState<readonly LostAnswer[]>([]);

  const adapter = useMemo((): AnnotationAdapter<MaybeAnnotations, SampleDetail> => {
    const itemOf = (sampleId: string) => itemBySample.current.get(sampleId) ?? "";
    const onSaved = (item: WorkItemDetail) => {
      setStates((old) => new Map(old).set(item.id, item.state));
      client.setQueryData(assignmentKeys.item(item.id), item);
      if (done.current.has(item.sample.id)) handedIn.current();
    };
    return {
      read: annotationsOf,
      isSame: sameAnnotations,
      workPlace: {
        keep: (sampleId) => ({ itemId: itemOf(sampleId), isDone: done.current.has(sampleId) }),
        recall: (sampleId, { itemId, isDone }) => {
          itemBySample.current.set(sampleId, itemId);
          if (isDone) done.current.add(sampleId);
        },
      },
      reread: async (sampleId) => (await readItem(itemOf(sampleId))).sample,
      save: (_, writes) =>
        saveAnswers(writes, {
          itemOf,
          isDone: (sampleId) => done.current.has(sampleId),
          secondsOn: (sampleId) => {
            const now = performance.now();
            if (clock.current?.sampleId !== sampleId) return 0;
            const seconds = (now - clock.current.since) / 1000;
            clock.current = { sampleId, since: now };
            return seconds;
          },
          onSaved,
          onLost: (answer) => setLost((old) => [...old, answer]),
        }),
    };
  }, [client]);
  // Over a reload the hold may have ended: then it is taken up again, or the answer is offered to
  // be handed in late, as if the page had stayed open.
  const keptAs = personId === undefined ? null : `${personId}/${assignment.id}/answers`;
  const session = useAnnotationSession(assignment.dataset, adapter, keptAs);

  return {
    session,
    states,
    lost,
    /** The person looks at this sample from now on. */
    look: (sampleId: string) => {
      if (clock.current?.sampleId === sampleId) return;
      clock.current = { sampleId, since: performance.now() };
    },
    change: (sample: SampleDetail, next: MaybeAnnotations) => {
      done.current.delete(sample.id);
      session.label([sample], [next]);
    },
    handIn: (sample: SampleDetail, annotations: MaybeAnnotations) => {
      done.current.add(sample.id);
      if (sameAnnotations(session.current(sample), annotations)) session.saveAgain(sample);
      else session.label([sample], [annotations]);
    },
    /** Take the last step back; what was handed in with it is worked on again. */
    undo: () => {
      done.current.clear();
      return session.undo();
    },
    redo: session.redo,
    settleLost: (answer: LostAnswer) => setLost((old) => old.filter((one) => one !== answer)),
    noteState: (item: WorkItemDetail) => setStates((old) => new Map(old).set(item.id, item.state)),
  };
}

export type Answering = ReturnType<typeof useAnswering>;
