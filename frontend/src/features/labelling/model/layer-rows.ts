import type { Label } from "@/api/datasets";

import type { Region } from "./annotations";

/** A line of the list of layers: a label with how many annotations it has, or one of these. */
export type LayerRow =
  | {
      readonly kind: "label";
      readonly id: string;
      readonly labelId: string | null;
      readonly name: string;
      readonly color: string;
      readonly num: number;
    }
  | {
      readonly kind: "annotation";
      readonly id: string;
      readonly name: string;
      readonly color: string;
    };

const NO_COLOR = "#8a8d93";

/** Annotations by label in the order of the labels; within one the topmost comes first. */
export function layerRows(
  regions: readonly Region[],
  labels: readonly Pick<Label, "id" | "name" | "color">[],
): LayerRow[] {
  const byLabel = new Map<string | null, { region: Region; number: number }[]>();
  regions.forEach((region, index) => {
    const annotations = byLabel.get(region.labelId) ?? [];
    annotations.push({ region, number: index + 1 });
    byLabel.set(region.labelId, annotations);
  });
  const order = [...labels.map(({ id }) => id), null];
  return order.flatMap((labelId): LayerRow[] => {
    const annotations = byLabel.get(labelId);
    if (annotations === undefined) return [];
    const { name = "", color = NO_COLOR } = labels.find(({ id }) => id === labelId) ?? {};
    return [
      { kind: "label", id: `label ${labelId}`, labelId, name, color, num: annotations.length },
      ...annotations.toReversed().map(({ region, number }) => ({
        kind: "annotation" as const,
        id: region.id,
        name: `${number} ${region.text || name}`.trim(),
        color,
      })),
    ];
  });
}
