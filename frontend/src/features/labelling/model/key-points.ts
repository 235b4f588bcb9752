import type { KeyPoint, Region } from "./annotations";

const MAX_NAMES = 200;

/** The names of the key points that a label's annotations have here, in the order they were placed. */
export function namesInUse(regions: readonly Region[], labelId: string | null): string[] {
  const names = new Set<string>();
  for (const region of regions) {
    if (region.labelId === labelId) for (const { name } of region.points ?? []) names.add(name);
  }
  return [...names];
}

/** What is known of a label's points, once some of them were named: no name twice. */
export function joined(known: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...known, ...more])].slice(0, MAX_NAMES);
}

/** The first known name that an annotation has no point for yet; a number where all have one. */
export function nextName(known: readonly string[], points: readonly KeyPoint[]): string {
  const taken = new Set(points.map(({ name }) => name));
  const free = known.find((name) => !taken.has(name));
  if (free !== undefined) return free;
  let number = points.length + 1;
  while (taken.has(String(number))) number += 1;
  return String(number);
}

/** Put a point where its name is free, or move the one that has it. */
export function withPoint(region: Region, point: KeyPoint): Region {
  const points = region.points ?? [];
  const isNew = points.every(({ name }) => name !== point.name);
  return {
    ...region,
    points: isNew
      ? [...points, point]
      : points.map((old) => (old.name === point.name ? point : old)),
  };
}

export function withoutPoint(region: Region, name: string): Region {
  return { ...region, points: (region.points ?? []).filter((point) => point.name !== name) };
}

/** Give a point another name; the region as it is when another point has that name. */
export function renamedPoint(region: Region, from: string, to: string): Region {
  const points = region.points ?? [];
  const name = to.trim();
  if (name === "" || points.some((point) => point.name === name)) return region;
  return {
    ...region,
    points: points.map((point) => (point.name === from ? { ...point, name } : point)),
  };
}

export function toggledPoint(region: Region, name: string): Region {
  return {
    ...region,
    points: (region.points ?? []).map((point) =>
      point.name === name ? { ...point, isVisible: !point.isVisible } : point,
    ),
  };
}
