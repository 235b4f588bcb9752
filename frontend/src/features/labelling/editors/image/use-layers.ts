import { useMemo } from "react";

import type { SampleDetail } from "@/api/datasets";

import type { Region } from "../../model/annotations";
import { useStored } from "../../use-stored";

/** Annotations and labels by id; what is hidden or locked is a way of looking, and nobody else's. */
interface Kept {
  readonly hidden: readonly string[];
  readonly locked: readonly string[];
}

export type LayerFlag = keyof Kept;

const NONE: Kept = { hidden: [], locked: [] };
const DEFAULT_FILL = 0.4;
const NO_LABEL = "none";

type Marked = Pick<Region, "id" | "labelId">;

/** Which annotations are shown and which can be touched, by annotation and by label, and how full they are. */
export function useLayers({ id, dataset_id: datasetId }: SampleDetail) {
  const [annotations, setAnnotations] = useStored<Kept>(sessionStorage, `easel.layers.${id}`, NONE);
  const [ofLabels, setOfLabels] = useStored<Kept>(
    sessionStorage,
    `easel.layers.labels.${datasetId}`,
    NONE,
  );
  const [fill, setFill] = useStored(localStorage, "easel.labelling.fill", DEFAULT_FILL);
  const [isOpen, setOpen] = useStored(localStorage, "easel.labelling.layers", isWide());
  const hidden = useMemo(() => gathered("hidden", annotations, ofLabels), [annotations, ofLabels]);
  const locked = useMemo(() => gathered("locked", annotations, ofLabels), [annotations, ofLabels]);
  return {
    /** What is hidden and what is locked: the same sets until something changes. */
    hidden,
    locked,
    ofAnnotation: (flag: LayerFlag, annotationId: string) =>
      annotations[flag].includes(annotationId),
    ofLabel: (flag: LayerFlag, labelId: string | null) =>
      ofLabels[flag].includes(labelId ?? NO_LABEL),
    toggleAnnotation: (flag: LayerFlag, annotationId: string) =>
      setAnnotations({ ...annotations, [flag]: toggled(annotations[flag], annotationId) }),
    toggleLabel: (flag: LayerFlag, labelId: string | null) =>
      setOfLabels({ ...ofLabels, [flag]: toggled(ofLabels[flag], labelId ?? NO_LABEL) }),
    /** Hide or lock all of these, or show or free them when they already are. */
    toggleAll: (flag: LayerFlag, ids: readonly string[]) => {
      const isAll = ids.length > 0 && ids.every((one) => annotations[flag].includes(one));
      setAnnotations({
        ...annotations,
        [flag]: isAll ? [] : [...new Set([...annotations[flag], ...ids])],
      });
    },
    fill,
    setFill,
    isOpen,
    setOpen,
  };
}

export type Layers = ReturnType<typeof useLayers>;

/** Annotations that a flag is set for, by their own id or by that of their label. */
export interface Flagged {
  has: (region: Marked) => boolean;
}

function gathered(flag: LayerFlag, annotations: Kept, ofLabels: Kept): Flagged {
  const [ids, labelIds] = [new Set(annotations[flag]), new Set(ofLabels[flag])];
  return { has: ({ id, labelId }) => ids.has(id) || labelIds.has(labelId ?? NO_LABEL) };
}

function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
}

function isWide(): boolean {
  return window.matchMedia("(min-width: 1100px)").matches;
}
