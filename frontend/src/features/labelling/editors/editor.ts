import type { Label, SampleDetail } from "@/api/datasets";
import type { FrameClock } from "@/components/media/frame-clock";
import type { Source } from "@/components/media/source";

import type { Annotations } from "../model/annotations";
import type { AttributeDefinition } from "../model/attributes";
import type { SuggestedRegion } from "../model/suggestions";

/** What every editor gets: a sample, what is said of it, and the label that new annotations receive. */
export interface EditorProps {
  readonly sample: SampleDetail;
  readonly source: Source;
  readonly labels: readonly Label[];
  readonly annotations: Annotations;
  readonly mayLabel: boolean;
  /** The label for new annotations; `null` while the dataset has none. */
  readonly label: Label | null;
  readonly onLabel: (labelId: string) => void;
  /** The attributes of regions without a label. */
  readonly unlabelledAttributes?: readonly AttributeDefinition[];
  /** The region that is worked on. */
  readonly selected: string | null;
  readonly onSelect: (regionId: string | null) => void;
  readonly onChange: (next: Annotations) => void;
  /** Take over the annotations of the sample before this one; absent where there is none. */
  readonly onCopyPrevious?: (() => void) | undefined;
  /** Annotations that a model suggests and nobody accepted; the person looks at one of them. */
  readonly proposed: readonly SuggestedRegion[];
  readonly lookedAt: string | null;
  readonly onLookAt: (regionId: string) => void;
}

/** What editors of videos get as well. */
export interface VideoEditorProps extends EditorProps {
  /** When the frames of the video are shown. */
  readonly clock: FrameClock;
}

/** Where no model suggests anything. */
export const NOTHING_PROPOSED = {
  proposed: [],
  lookedAt: null,
  onLookAt: () => undefined,
} as const;

export function labelColor(labels: readonly Label[], id: string | null): string {
  return labels.find((label) => label.id === id)?.color ?? "#8a8d93";
}

export function labelName(labels: readonly Label[], id: string | null): string {
  return labels.find((label) => label.id === id)?.name ?? "";
}
