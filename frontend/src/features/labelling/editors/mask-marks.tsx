import { useMemo } from "react";
import { Image as KonvaImage } from "react-konva";

import { maskPixels } from "@/components/answers/run-lengths";

import { labelColor, type EditorProps } from "./editor";
import type { BrushDraft } from "./use-brush";

interface MaskMarksProps extends EditorProps {
  size: { width: number; height: number };
  draft: BrushDraft | null;
}

const ALPHA = 120;
const SELECTED_ALPHA = 170;

/** Painted marks, each a sheet of its label's colour. */
export function MaskMarks({ labels, said, selected, size, draft, onSelect }: MaskMarksProps) {
  const masks = said.regions.flatMap((region) =>
    region.geometry.kind === "mask" && region.id !== draft?.regionId
      ? [{ ...region, counts: region.geometry.counts }]
      : [],
  );
  return (
    <>
      {masks.map(({ id, labelId, counts }) => (
        <StoredMask
          key={id}
          counts={counts}
          color={labelColor(labels, labelId)}
          alpha={id === selected ? SELECTED_ALPHA : ALPHA}
          size={size}
          onSelect={() => onSelect(id)}
        />
      ))}
      {draft !== null && (
        <KonvaImage
          image={sheetOf(draft.pixels, size, labelColor(labels, draft.labelId), SELECTED_ALPHA)}
          listening={false}
        />
      )}
    </>
  );
}

interface StoredMaskProps {
  counts: string;
  color: string;
  alpha: number;
  size: { width: number; height: number };
  onSelect: () => void;
}

function StoredMask({ counts, color, alpha, size, onSelect }: StoredMaskProps) {
  const { width, height } = size;
  const [pixels, sheet] = useMemo(() => {
    const decoded = maskPixels(counts, width, height);
    return [decoded, sheetOf(decoded, { width, height }, color, alpha)] as const;
  }, [counts, color, alpha, width, height]);
  return (
    <KonvaImage
      name="picture"
      image={sheet}
      onPointerDown={({ target }) => {
        const at = target.getRelativePointerPosition();
        // The sheet covers the picture; only its painted pixels are the mark.
        if (at && pixels[Math.floor(at.y) * width + Math.floor(at.x)] === 1) onSelect();
      }}
    />
  );
}

/** The pixels of a mask as a picture of one colour. */
export function sheetOf(
  pixels: Uint8Array,
  { width, height }: { width: number; height: number },
  color: string,
  alpha: number,
): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (context === null) return canvas;
  const sheet = context.createImageData(width, height);
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  for (let at = 0; at < pixels.length; at += 1) {
    if (pixels[at] === 1) sheet.data.set([...channels, alpha], at * 4);
  }
  context.putImageData(sheet, 0, 0);
  return canvas;
}
