import type Konva from "konva";
import { useEffect, useRef, useState } from "react";
import { Line, Rect, Text, Transformer } from "react-konva";

import { newId, withRegion, type Region } from "../model/annotations";
import {
  between,
  isLargeEnough,
  moved,
  rectangleOf,
  rounded,
  type Rectangle,
} from "../model/rectangle";
import { labelColor, labelName, type EditorProps } from "./editor";
import { PictureStage, type PicturePoint } from "./picture-stage";
import { RegionText } from "./region-text";
import { SuggestedMarks } from "./suggested-marks";
import { useNudge } from "./use-nudge";

type Size = { width: number; height: number };

/** Boxes around things, or lines of text with what is written there. */
export function BoxesEditor(props: EditorProps & { hasText?: boolean }) {
  const { source, labels, said, label, mayLabel, selected, onSelect, onChange, hasText } = props;
  const size: Size = { width: props.sample.width ?? 1, height: props.sample.height ?? 1 };
  const [drawing, setDrawing] = useState<{ from: PicturePoint; to: PicturePoint }>();
  const chosen = said.regions.find(({ id }) => id === selected);
  const put = (region: Region, box: Rectangle) =>
    onChange(withRegion(said, { ...region, geometry: { kind: "box", ...rounded(box) } }));
  useNudge((x, y) => {
    if (chosen === undefined || !mayLabel) return false;
    const box = boxOf(chosen);
    if (box === null) return false;
    put(chosen, moved(box, x, y, size));
    return true;
  });

  const finish = () => {
    if (drawing === undefined) return;
    setDrawing(undefined);
    const box = between(drawing.from, drawing.to, size);
    if (!isLargeEnough(box)) return;
    const region: Region = {
      id: newId(),
      labelId: label?.id ?? null,
      geometry: { kind: "box", ...rounded(box) },
      text: hasText ? "" : null,
    };
    onChange(withRegion(said, region));
    onSelect(region.id);
  };
  const preview = drawing && between(drawing.from, drawing.to, size);
  return (
    <>
      {hasText && <RegionText {...props} region={chosen} />}
      <PictureStage
        source={source}
        onDown={({ at, isOnPicture }) => {
          if (!isOnPicture) return;
          onSelect(null);
          if (mayLabel && (label !== null || hasText)) setDrawing({ from: at, to: at });
        }}
        onMove={({ at }) => drawing && setDrawing({ ...drawing, to: at })}
        onUp={finish}
      >
        {(scale) => (
          <>
            <SuggestedMarks {...props} scale={scale} size={size} />
            {said.regions.map((region) => (
              <RegionBox
                key={region.id}
                region={region}
                color={labelColor(labels, region.labelId)}
                title={region.text || labelName(labels, region.labelId)}
                scale={scale}
                isSelected={region.id === selected}
                mayChange={mayLabel}
                onSelect={() => onSelect(region.id)}
                onChange={(box) => put(region, box)}
              />
            ))}
            {preview !== undefined && (
              <Rect
                x={preview.left}
                y={preview.top}
                width={preview.width}
                height={preview.height}
                stroke={label?.color ?? "#8a8d93"}
                strokeWidth={2 / scale}
                dash={[6 / scale, 4 / scale]}
                listening={false}
              />
            )}
          </>
        )}
      </PictureStage>
    </>
  );
}

function boxOf({ geometry }: Region): Rectangle | null {
  return geometry.kind === "box" || geometry.kind === "quad" ? rectangleOf(geometry) : null;
}

interface RegionBoxProps {
  region: Region;
  color: string;
  title: string;
  scale: number;
  isSelected: boolean;
  mayChange: boolean;
  onSelect: () => void;
  onChange: (box: Rectangle) => void;
}

function RegionBox(props: RegionBoxProps) {
  const { region, color, title, scale, isSelected, mayChange, onSelect, onChange } = props;
  const shape = useRef<Konva.Rect>(null);
  const handles = useRef<Konva.Transformer>(null);
  useEffect(() => {
    if (!isSelected || shape.current === null) return;
    handles.current?.nodes([shape.current]);
    handles.current?.getLayer()?.batchDraw();
  }, [isSelected]);
  const box = boxOf(region);
  if (box === null) return null;
  const read = (node: Konva.Rect) => {
    onChange({
      left: node.x(),
      top: node.y(),
      width: Math.max(1, node.width() * node.scaleX()),
      height: Math.max(1, node.height() * node.scaleY()),
    });
    node.scale({ x: 1, y: 1 });
  };
  return (
    <>
      {region.geometry.kind === "quad" && (
        <Line
          closed
          listening={false}
          points={region.geometry.points.flat()}
          stroke={color}
          strokeWidth={2 / scale}
        />
      )}
      <Rect
        ref={shape}
        x={box.left}
        y={box.top}
        width={box.width}
        height={box.height}
        stroke={color}
        strokeWidth={(isSelected ? 3 : 2) / scale}
        strokeScaleEnabled
        fill={`${color}${isSelected ? "33" : "14"}`}
        draggable={isSelected && mayChange}
        onPointerDown={onSelect}
        onDragEnd={({ target }) => read(target as Konva.Rect)}
        onTransformEnd={({ target }) => read(target as Konva.Rect)}
      />
      {title !== "" && (
        <Text
          x={box.left + 3 / scale}
          y={box.top - 16 / scale}
          text={title}
          fontSize={13 / scale}
          fontStyle="600"
          fill={color}
          stroke="#ffffff"
          strokeWidth={3 / scale}
          fillAfterStrokeEnabled
          listening={false}
        />
      )}
      {isSelected && mayChange && (
        <Transformer
          ref={handles}
          rotateEnabled={false}
          flipEnabled={false}
          keepRatio={false}
          ignoreStroke
          anchorSize={9}
        />
      )}
    </>
  );
}
