import { withRegion, type Region } from "../../model/annotations";
import { joined, namesInUse, nextName, withPoint } from "../../model/key-points";
import { useStored } from "../../use-stored";
import type { EditorProps } from "../editor";
import type { ImagePoint } from "./use-pointers";

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Placing named points on the chosen annotation.
 *
 * The names of a label's points are those that its annotations have here, and those that were given
 * before in this browser: the second annotation is placed without typing.
 */
export function useKeyPoints(props: EditorProps, chosen: Region | undefined, size: Size) {
  const { sample, annotations, onChange } = props;
  const labelId = chosen?.labelId ?? null;
  const [kept, keep] = useStored<readonly string[]>(
    localStorage,
    `easel.points.${sample.dataset_id}.${labelId ?? "none"}`,
    [],
  );
  const known = joined(kept, namesInUse(annotations.regions, labelId));
  const next = nextName(known, chosen?.points ?? []);
  return {
    known,
    next,
    keep: (names: readonly string[]) => keep(joined([], names)),
    place: ({ x, y }: ImagePoint) => {
      if (chosen === undefined) return;
      const at = { x: within(x, size.width), y: within(y, size.height) };
      keep(joined(known, [next]));
      onChange(withRegion(annotations, withPoint(chosen, { name: next, ...at, isVisible: true })));
    },
  };
}

export type KeyPoints = ReturnType<typeof useKeyPoints>;

function within(value: number, most: number): number {
  return Math.round(Math.min(most, Math.max(0, value)) * 10) / 10;
}
