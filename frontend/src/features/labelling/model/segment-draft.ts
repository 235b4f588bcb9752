import type { components } from "@/api/generated/schema";

import { isLargeEnough, type Rectangle } from "./rectangle";

type Segmentation = components["schemas"]["Segmentation"];

interface Place {
  readonly x: number;
  readonly y: number;
}

/** A click on the thing, or on what does not belong to it. */
export interface Click {
  readonly at: Place;
  readonly isPositive: boolean;
}

/** What somebody points at, in pixels of the image. */
export interface Prompt {
  readonly points: readonly Click[];
  readonly box: Rectangle | null;
}

/** A thing on its way to an annotation: what is pointed at, and what the model last said of it. */
export interface SegmentDraft {
  readonly prompt: Prompt;
  readonly answer: Segmentation | null;
}

/** One more click about the same thing; the mask before stays in sight until the answer is here. */
export function clicked(draft: SegmentDraft | null, click: Click): SegmentDraft {
  const prompt = draft?.prompt ?? { points: [], box: null };
  return {
    prompt: { ...prompt, points: [...prompt.points, click] },
    answer: draft?.answer ?? null,
  };
}

/** A box begins a new thing; null where it is too small to be one. */
export function boxed(box: Rectangle): SegmentDraft | null {
  return isLargeEnough(box) ? { prompt: { points: [], box }, answer: null } : null;
}

/** Without the last click, then without the box; null where nothing is left. */
export function undone({ prompt, answer }: SegmentDraft): SegmentDraft | null {
  const { points, box } = prompt;
  if (points.length > 1 || (points.length === 1 && box !== null)) {
    return { prompt: { box, points: points.slice(0, -1) }, answer };
  }
  return null;
}

/** The answer to a prompt; one that came too late is not taken. */
export function answered(
  draft: SegmentDraft | null,
  asked: Prompt,
  answer: Segmentation,
): SegmentDraft | null {
  return draft?.prompt === asked ? { ...draft, answer } : draft;
}
