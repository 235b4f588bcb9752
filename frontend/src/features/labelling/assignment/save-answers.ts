import type { WorkItemDetail } from "@/api/assignments";
import { api, send } from "@/api/client";
import { Problem } from "@/api/problem";

import { bodyOf } from "../api/save-annotations";
import type { MaybeAnnotations } from "../model/annotations";
import type { SampleWrite, SaveResponse } from "../model/write-queue";

/** An answer that the server no longer takes from this person, and why. */
export interface LostAnswer {
  readonly itemId: string;
  readonly sampleId: string;
  readonly annotations: MaybeAnnotations;
  readonly problem: Problem;
}

interface Way {
  itemOf: (sampleId: string) => string;
  isDone: (sampleId: string) => boolean;
  secondsOn: (sampleId: string) => number;
  onSaved: (item: WorkItemDetail) => void;
  onLost: (lost: LostAnswer) => void;
}

/** What ends somebody's right to an item; their work is kept for them to decide about. */
const LOST: ReadonlySet<string> = new Set(["hold_lost", "item_decided", "assignment_closed"]);

/**
 * Save answers to work items, and hand in those that are done.
 *
 * A hold that ended while nobody else took the item is taken up again unasked. What cannot be
 * saved any more is not dropped: it is handed to `onLost`.
 */
export async function saveAnswers(
  writes: readonly SampleWrite<MaybeAnnotations>[],
  way: Way,
): Promise<SaveResponse> {
  const saved = [];
  const conflicts = [];
  for (const write of writes) {
    const { sampleId, annotations } = write;
    const itemId = way.itemOf(sampleId);
    const seconds = way.secondsOn(sampleId);
    try {
      const item = await putAnswer(itemId, write, way.isDone(sampleId), seconds);
      way.onSaved(item);
      saved.push({ sampleId, revision: item.sample.revision });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "revision_stale") {
        conflicts.push({ sampleId, revision: Number(error.params.revision) });
      } else if (LOST.has(error.code)) {
        way.onLost({ itemId, sampleId, annotations, problem: error });
      } else throw error;
    }
  }
  return { saved, conflicts };
}

async function putAnswer(
  itemId: string,
  { revision, annotations }: SampleWrite<MaybeAnnotations>,
  submit: boolean,
  seconds: number,
): Promise<WorkItemDetail> {
  const params = { path: { item_id: itemId } };
  const put = (version: number) =>
    send(
      api.PUT("/api/v1/work-items/{item_id}/answer", {
        params,
        body: {
          version,
          submit,
          seconds,
          annotation: annotations === null ? null : bodyOf(annotations),
        },
      }),
    );
  try {
    return await put(revision);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "hold_lost") throw error;
    const again = await send(api.POST("/api/v1/work-items/{item_id}/claim", { params }));
    return put(again.sample.revision);
  }
}

/** Hand an answer in beside that of whoever has the item now. */
export function handInLate({ itemId, annotations }: LostAnswer) {
  return send(
    api.PUT("/api/v1/work-items/{item_id}/late-answer", {
      params: { path: { item_id: itemId } },
      body: { annotation: annotations === null ? null : bodyOf(annotations), seconds: 0 },
    }),
  );
}

export function readItem(itemId: string) {
  return send(api.GET("/api/v1/work-items/{item_id}", { params: { path: { item_id: itemId } } }));
}

export function skipItem(itemId: string, reason: string) {
  return send(
    api.POST("/api/v1/work-items/{item_id}/skip", {
      params: { path: { item_id: itemId } },
      body: { reason },
    }),
  );
}
