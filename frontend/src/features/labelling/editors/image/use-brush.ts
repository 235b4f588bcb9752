import { useRef, type RefObject } from "react";

import { maskCounts, maskPixels } from "@/components/predictions/run-lengths";

import { newId, withoutRegion, withRegion, type Region } from "../../model/annotations";
import { paintLine } from "../../model/brush";
import { labelColor, type EditorProps } from "../editor";
import { colored } from "./paint-annotations";
import type { StageControls } from "./image-stage";
import type { ImagePoint } from "./use-pointers";

/** The mask under the brush, and a sheet that shows it. */
interface BrushDraft {
  readonly regionId: string;
  readonly labelId: string | null;
  readonly pixels: Uint8Array;
  readonly sheet: HTMLCanvasElement;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const ALPHA = 0.67;

/** Paint into the chosen mask, or a new one; lifting the brush keeps it. */
export function useBrush(
  props: EditorProps,
  stage: RefObject<StageControls | null>,
  size: Size,
  radius: number,
  value: 0 | 1,
) {
  const { annotations, label, labels, selected, onChange, onSelect } = props;
  const draft = useRef<BrushDraft | null>(null);
  const last = useRef<ImagePoint>(null);
  const stroke = (from: ImagePoint, to: ImagePoint) => {
    if (draft.current === null) return;
    const { pixels, sheet, labelId } = draft.current;
    paintLine(pixels, size, from, to, radius, value);
    refresh(sheet, pixels, size, around(from, to, radius, size), labelColor(labels, labelId));
    last.current = to;
    stage.current?.redraw();
  };
  return {
    /** The region that is painted on just now. */
    regionId: () => draft.current?.regionId ?? null,
    begin: (at: ImagePoint) => {
      const region = annotations.regions.find(({ id }) => id === selected);
      const mask = region?.geometry.kind === "mask" ? region.geometry : undefined;
      if (mask === undefined && value === 0) return;
      const labelId = (mask === undefined ? label?.id : region?.labelId) ?? null;
      const pixels =
        mask === undefined
          ? new Uint8Array(size.width * size.height)
          : maskPixels(mask.counts, size.width, size.height);
      draft.current = {
        regionId: mask === undefined || region === undefined ? newId() : region.id,
        labelId,
        pixels,
        sheet: colored({ pixels, ...size }, labelColor(labels, labelId)),
      };
      stroke(at, at);
    },
    move: (at: ImagePoint) => {
      if (last.current !== null) stroke(last.current, at);
    },
    cancel: () => {
      draft.current = null;
      stage.current?.redraw();
    },
    end: () => {
      const painted = draft.current;
      draft.current = null;
      last.current = null;
      if (painted === null) return;
      const { regionId, labelId, pixels } = painted;
      if (!pixels.includes(1)) {
        onChange(withoutRegion(annotations, regionId));
        return;
      }
      const earlier = annotations.regions.find(({ id }) => id === regionId);
      const region: Region = {
        // What else is known of the object outlasts another outline.
        ...earlier,
        id: regionId,
        labelId,
        geometry: {
          kind: "mask",
          size: [size.height, size.width],
          counts: maskCounts(pixels, size.width, size.height),
        },
        text: null,
      };
      onChange(withRegion(annotations, region));
      onSelect(region.id);
    },
    paint: (context: CanvasRenderingContext2D) => {
      if (draft.current === null) return;
      context.globalAlpha = ALPHA;
      context.imageSmoothingEnabled = false;
      context.drawImage(draft.current.sheet, 0, 0);
      context.globalAlpha = 1;
    },
  };
}

function around(from: ImagePoint, to: ImagePoint, radius: number, size: Size) {
  const left = Math.max(0, Math.floor(Math.min(from.x, to.x) - radius));
  const top = Math.max(0, Math.floor(Math.min(from.y, to.y) - radius));
  const right = Math.min(size.width, Math.ceil(Math.max(from.x, to.x) + radius) + 1);
  const bottom = Math.min(size.height, Math.ceil(Math.max(from.y, to.y) + radius) + 1);
  return { left, top, width: right - left, height: bottom - top };
}

/** Show again what changed of a mask: all of a large image would be too much for each move. */
function refresh(
  sheet: HTMLCanvasElement,
  pixels: Uint8Array,
  { width: stride }: Size,
  { left, top, width, height }: ReturnType<typeof around>,
  color: string,
): void {
  if (width <= 0 || height <= 0) return;
  const piece = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const start = (top + row) * stride + left;
    piece.set(pixels.subarray(start, start + width), row * width);
  }
  const context = sheet.getContext("2d");
  context?.clearRect(left, top, width, height);
  context?.drawImage(colored({ pixels: piece, width, height }, color), left, top);
}
