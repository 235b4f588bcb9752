import { useRef, useState } from "react";

import { maskCounts, maskPixels } from "@/components/answers/run-lengths";

import { newId, withoutRegion, withRegion, type Region } from "../model/annotations";
import { paintLine } from "../model/brush";
import type { EditorProps } from "./editor";
import type { PicturePoint } from "./picture-stage";

/** The mask under the brush, redrawn when `version` grows. */
export interface BrushDraft {
  readonly regionId: string;
  readonly labelId: string | null;
  readonly pixels: Uint8Array;
  readonly version: number;
}

/** Paint into the chosen mask, or a new one; lifting the brush keeps it. */
export function useBrush(
  props: EditorProps,
  size: { width: number; height: number },
  radius: number,
  value: 0 | 1,
) {
  const { said, label, selected, onChange, onSelect } = props;
  const [draft, setDraft] = useState<BrushDraft | null>(null);
  const last = useRef<PicturePoint>(null);

  const begin = (at: PicturePoint) => {
    const region = said.regions.find(({ id }) => id === selected);
    const mask = region?.geometry.kind === "mask" ? region.geometry : undefined;
    if (mask === undefined && value === 0) return;
    const pixels =
      mask === undefined
        ? new Uint8Array(size.width * size.height)
        : maskPixels(mask.counts, size.width, size.height);
    paintLine(pixels, size, at, at, radius, value);
    last.current = at;
    setDraft({
      regionId: mask === undefined || region === undefined ? newId() : region.id,
      labelId: mask === undefined ? (label?.id ?? null) : (region?.labelId ?? null),
      pixels,
      version: 0,
    });
  };
  const move = (at: PicturePoint) => {
    if (draft === null || last.current === null) return;
    paintLine(draft.pixels, size, last.current, at, radius, value);
    last.current = at;
    setDraft({ ...draft, version: draft.version + 1 });
  };
  const end = () => {
    if (draft === null) return;
    setDraft(null);
    if (!draft.pixels.includes(1)) {
      onChange(withoutRegion(said, draft.regionId));
      return;
    }
    const region: Region = {
      id: draft.regionId,
      labelId: draft.labelId,
      geometry: {
        kind: "mask",
        size: [size.height, size.width],
        counts: maskCounts(draft.pixels, size.width, size.height),
      },
      text: null,
    };
    onChange(withRegion(said, region));
    onSelect(region.id);
  };
  return { draft, begin, move, end };
}
