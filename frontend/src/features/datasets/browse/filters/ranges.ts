import type { AnnotationCard } from "@/api/task-card";
import type { Media } from "@/components/media/source";

export type Measure =
  "width" | "height" | "bytes" | "seconds" | "frames" | "characters" | "rows" | "value";

export interface Bounds {
  readonly low: number | null;
  readonly high: number | null;
}

const OF_MEDIA: Record<Media, readonly Measure[]> = {
  image: ["width", "height", "bytes"],
  video: ["width", "height", "seconds", "frames", "bytes"],
  audio: ["seconds", "bytes"],
  text: ["characters", "bytes"],
  text_pair: ["characters", "bytes"],
  table: ["rows", "bytes"],
};

/** What samples of a medium can be asked for by size; scores where the task gives them. */
export function measuresOf(
  media: Media,
  { value }: Pick<AnnotationCard, "value">,
): readonly Measure[] {
  return value ? [...OF_MEDIA[media], "value"] : OF_MEDIA[media];
}

/** The bounds of a measure among ranges written as `measure:low:high`. */
export function rangeOf(ranges: readonly string[], measure: Measure): Bounds {
  const [, low = "", high = ""] =
    ranges.find((range) => range.startsWith(`${measure}:`))?.split(":") ?? [];
  return { low: low === "" ? null : Number(low), high: high === "" ? null : Number(high) };
}

/** The ranges with other bounds of one measure; without any bound it is left out. */
export function withRange(
  ranges: readonly string[],
  measure: Measure,
  { low, high }: Bounds,
): string[] {
  const others = ranges.filter((range) => !range.startsWith(`${measure}:`));
  if (low === null && high === null) return others;
  return [...others, `${measure}:${low ?? ""}:${high ?? ""}`];
}
