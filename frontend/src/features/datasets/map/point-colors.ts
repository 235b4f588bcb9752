import type { Label } from "@/api/datasets";

import type { MapPoints } from "../api/quality/use-maps";

export const COLORINGS = ["label", "split", "distance"] as const;
export type Coloring = (typeof COLORINGS)[number];

/** What a colour stands for, and how many points have it; `name` is a key of `map.group` or a label. */
export interface Group {
  readonly key: string;
  readonly color: string;
  readonly num: number;
  /** The label's own name, where the group is one. */
  readonly label?: string;
}

export interface Coloured {
  /** A colour for each point, in their order. */
  readonly colors: readonly string[];
  readonly groups: readonly Group[];
}

export interface Palette {
  readonly series: readonly string[];
  readonly low: string;
  readonly high: string;
  readonly none: string;
}

/** More colours could not be told apart; the eighth is the grey of the others. */
const MAX_LABELS = 7;
const SPLITS = ["train", "validation", "test"] as const;

/** Colour the points of a map by what is known of them. */
export function coloured(
  points: MapPoints,
  by: Coloring,
  labels: readonly Pick<Label, "id" | "name">[],
  palette: Palette,
): Coloured {
  switch (by) {
    case "label":
      return byLabel(points, labels, palette);
    case "split":
      return grouped(
        points.split.map((split) => split ?? "no_split"),
        new Map(SPLITS.map((split, place) => [split, palette.series[place] ?? palette.none])),
        palette.none,
      );
    case "distance":
      return byDistance(points, palette);
  }
}

function byLabel(
  points: MapPoints,
  labels: readonly Pick<Label, "id" | "name">[],
  palette: Palette,
): Coloured {
  const counts = new Map<string, number>();
  for (const id of points.label) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  const frequent = [...counts].sort(([, one], [, other]) => other - one).slice(0, MAX_LABELS);
  const colors = new Map(
    frequent.map(([id], place) => [id, palette.series[place] ?? palette.none] as const),
  );
  const keys = points.label.map((id) =>
    id === null ? "no_label" : colors.has(id) ? id : "other_labels",
  );
  const found = grouped(keys, colors, palette.none);
  const names = new Map(labels.map(({ id, name }) => [id, name]));
  return {
    ...found,
    groups: found.groups.map((group) => {
      const name = names.get(group.key);
      return name === undefined ? group : { ...group, label: name };
    }),
  };
}

/** The farther from its neighbours, the stronger; beyond the 98th percentile all are alike. */
function byDistance(points: MapPoints, palette: Palette): Coloured {
  const sorted = [...points.distance].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const [middle, high, top] = [at(0.5), at(0.9), at(0.98)];
  const keys = points.distance.map((distance) =>
    distance > top ? "odd" : distance > high ? "rather_odd" : distance > middle ? "usual" : "close",
  );
  const [odd = palette.high, rather = palette.high] = [palette.series[1], palette.series[4]];
  return grouped(
    keys,
    new Map([
      ["odd", odd],
      ["rather_odd", rather],
      ["usual", palette.high],
      ["close", palette.low],
    ]),
    palette.none,
  );
}

function grouped(
  keys: readonly string[],
  colors: ReadonlyMap<string, string>,
  none: string,
): Coloured {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const order = [...colors.keys(), ...[...counts.keys()].filter((key) => !colors.has(key))];
  return {
    colors: keys.map((key) => colors.get(key) ?? none),
    groups: order.flatMap((key) => {
      const num = counts.get(key) ?? 0;
      return num === 0 ? [] : [{ key, num, color: colors.get(key) ?? none }];
    }),
  };
}
