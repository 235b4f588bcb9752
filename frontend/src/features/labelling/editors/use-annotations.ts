import { useMemo } from "react";

import type { Label } from "@/api/datasets";

import { shapeOf } from "../model/annotation-shapes";
import type { EditorProps } from "./editor";
import type { Annotation } from "./image/paint-annotations";
import type { Layers } from "./image/use-layers";

/** The colour of what has no label. */
export const NO_COLOR = "#8a8d93";

/** What is said and what is suggested, as it is drawn: hidden annotations are not among it. */
export function useAnnotations(
  { annotations, labels, proposed, lookedAt, selected }: EditorProps,
  { hidden, locked }: Layers,
) {
  const byId = useMemo(() => new Map(labels.map((label) => [label.id, label])), [labels]);
  const regions = annotations.regions;
  const annotated = useMemo(
    () =>
      regions.flatMap((region): (Annotation & { isLocked: boolean })[] => {
        const shape = hidden.has(region) ? null : shapeOf(region.geometry);
        if (shape === null) return [];
        const label = labelOf(byId, region.labelId);
        const title = region.text || label.name;
        const isLocked = locked.has(region);
        const { id, points = [] } = region;
        return [{ id, shape, color: label.color, title, isLocked, points }];
      }),
    [regions, byId, hidden, locked],
  );
  const suggested = useMemo(
    () =>
      proposed.flatMap((region): Annotation[] => {
        const shape = shapeOf(region.geometry);
        if (shape === null) return [];
        const label = labelOf(byId, region.labelId);
        return [
          {
            id: region.id,
            shape,
            color: label.color,
            title: `${region.text || label.name} ${Math.round(region.score * 100)}%`,
            isProposed: true,
            isBold: region.id === lookedAt,
          },
        ];
      }),
    [proposed, byId, lookedAt],
  );
  /** Those that are not worked on, in the order they are drawn. */
  const resting = useMemo(
    () => [...suggested, ...annotated.filter(({ id }) => id !== selected)],
    [suggested, annotated, selected],
  );
  return { annotations: annotated, suggested, resting };
}

export type ShownAnnotations = ReturnType<typeof useAnnotations>;

function labelOf(
  labels: ReadonlyMap<string, Label>,
  id: string | null,
): Pick<Label, "name" | "color"> {
  return (id === null ? undefined : labels.get(id)) ?? { name: "", color: NO_COLOR };
}
