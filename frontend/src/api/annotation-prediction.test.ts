import { expect, it } from "vitest";

import { tracksOf } from "@/components/predictions/tracks";
import type { FrameObjects } from "@/components/predictions/documents";
import { clockTime } from "@/components/media/clock-time";

import { annotationPrediction } from "./annotation-prediction";
import type { AnnotationCard } from "./task-card";

type Sample = Parameters<typeof annotationPrediction>[0];

it("a track of all frames of a video ends with it", () => {
  const sample = {
    labels: [],
    relations: [],
    texts: [],
    value: null,
    num_frames: 16,
    duration_ms: 1300,
    regions: Array.from({ length: 16 }, (_, frame) => ({
      id: String(frame),
      label_id: "l1",
      geometry: { kind: "frame_box", frame, track: 1, left: 0, top: 0, width: 4, height: 4 },
      text: null,
      points: [],
    })),
  } as unknown as Sample;
  const card = { drawn_as: "tracks", geometries: ["frame_box"], labels: null };
  const prediction = annotationPrediction(
    sample,
    [{ id: "l1", name: "parcel" }],
    card as unknown as AnnotationCard,
  );
  const [track] = tracksOf(prediction?.document as FrameObjects[]);
  expect(clockTime(track?.endSeconds ?? 0)).toBe("0:01.3");
});
