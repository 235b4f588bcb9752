import { useMemo } from "react";
import { Image as KonvaImage, Line, Rect, Text } from "react-konva";

import { maskPixels } from "@/components/answers/run-lengths";

import { rectangleOf, type Rectangle } from "../model/rectangle";
import type { SuggestedRegion } from "../model/suggestions";
import { labelColor, labelName, type EditorProps } from "./editor";
import { sheetOf } from "./mask-marks";

interface SuggestedMarksProps extends EditorProps {
  scale: number;
  size: { width: number; height: number };
}

const ALPHA = 60;
const LOOKED_AT_ALPHA = 120;

/** What a model suggests, dashed and with how sure it is; a click looks at one. */
export function SuggestedMarks(props: SuggestedMarksProps) {
  const { offered, lookedAt, labels, scale, size, onLookAt } = props;
  return (
    <>
      {offered.map((region) => {
        const name = region.text || labelName(labels, region.labelId);
        return (
          <SuggestedMark
            key={region.id}
            region={region}
            color={labelColor(labels, region.labelId)}
            title={`${name} ${Math.round(region.score * 100)} %`}
            scale={scale}
            size={size}
            isLookedAt={region.id === lookedAt}
            onLookAt={() => onLookAt(region.id)}
          />
        );
      })}
    </>
  );
}

interface SuggestedMarkProps {
  region: SuggestedRegion;
  color: string;
  title: string;
  scale: number;
  size: { width: number; height: number };
  isLookedAt: boolean;
  onLookAt: () => void;
}

function SuggestedMark(props: SuggestedMarkProps) {
  const { region, color, title, scale, size, isLookedAt, onLookAt } = props;
  const { geometry } = region;
  const { width, height } = size;
  const mask = useMemo(() => {
    if (geometry.kind !== "mask") return null;
    const pixels = maskPixels(geometry.counts, width, height);
    const around = aroundPixels(pixels, width);
    const alpha = isLookedAt ? LOOKED_AT_ALPHA : ALPHA;
    return around && { around, sheet: sheetOf(pixels, { width, height }, color, alpha) };
  }, [geometry, width, height, color, isLookedAt]);
  const box = mask?.around ?? boxAround(region);
  if (box === null) return null;
  const line = {
    stroke: color,
    strokeWidth: (isLookedAt ? 3 : 2) / scale,
    dash: [6 / scale, 4 / scale],
  };
  return (
    <>
      {mask !== null && <KonvaImage image={mask.sheet} listening={false} />}
      {geometry.kind === "polygon" ? (
        geometry.rings.map((ring, index) => (
          <Line key={index} closed points={ring.flat()} onPointerDown={onLookAt} {...line} />
        ))
      ) : geometry.kind === "quad" ? (
        <Line closed points={geometry.points.flat()} onPointerDown={onLookAt} {...line} />
      ) : (
        <Rect
          x={box.left}
          y={box.top}
          width={box.width}
          height={box.height}
          fillEnabled={isLookedAt}
          fill={`${color}22`}
          onPointerDown={onLookAt}
          {...line}
        />
      )}
      <Text
        x={box.left + 3 / scale}
        y={box.top + 3 / scale}
        text={title}
        fontSize={12 / scale}
        fontStyle={isLookedAt ? "600 italic" : "italic"}
        fill={color}
        stroke="#ffffff"
        strokeWidth={3 / scale}
        fillAfterStrokeEnabled
        listening={false}
      />
    </>
  );
}

function boxAround({ geometry }: SuggestedRegion): Rectangle | null {
  if (geometry.kind === "box" || geometry.kind === "quad") return rectangleOf(geometry);
  if (geometry.kind !== "polygon") return null;
  const points = geometry.rings.flat();
  const xs = points.map(([x = 0]) => x);
  const ys = points.map(([, y = 0]) => y);
  return corners(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
}

function aroundPixels(pixels: Uint8Array, width: number): Rectangle | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (let at = pixels.indexOf(1); at >= 0; at = pixels.indexOf(1, at + 1)) {
    const [x, y] = [at % width, Math.floor(at / width)];
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return right < 0 ? null : corners(left, top, right + 1, bottom + 1);
}

function corners(left: number, top: number, right: number, bottom: number): Rectangle {
  return { left, top, width: right - left, height: bottom - top };
}
