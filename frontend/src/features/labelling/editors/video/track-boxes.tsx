import { useState, type PointerEvent } from "react";
import { useTranslation } from "react-i18next";

import type { ImageSize } from "@/components/media/image-view";

import { between, type Rectangle } from "../../model/rectangle";
import type { Track } from "../../model/track-edits";
import styles from "../editors.module.css";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** From where to where the pointer went, in pixels of the video. */
export interface Stroke {
  readonly from: Point;
  readonly to: Point;
}

interface Props {
  size: ImageSize;
  frame: number;
  tracks: readonly Track[];
  chosenId: number | null;
  colorOf: (track: Track) => string;
  drawingColor: string;
  mayDraw: boolean;
  onDraw: (stroke: Stroke) => void;
}

/** The boxes of one frame over the video; dragging draws one, a click chooses one. */
export function TrackBoxes(props: Props) {
  const { size, frame, tracks, chosenId, colorOf, drawingColor, mayDraw, onDraw } = props;
  const { t } = useTranslation();
  const [stroke, setStroke] = useState<Stroke>();
  const { width, height } = size;
  return (
    <svg
      className={styles.overlay}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="application"
      aria-label={t("labelling.editor.video", { frame })}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const from = pointOf(event, size);
        setStroke({ from, to: from });
      }}
      onPointerMove={(event) =>
        stroke && mayDraw && setStroke({ ...stroke, to: pointOf(event, size) })
      }
      onPointerUp={() => {
        setStroke(undefined);
        if (stroke !== undefined) onDraw(stroke);
      }}
    >
      {tracks.map((track) => {
        const box = track.boxes.find((one) => one.frame === frame);
        return (
          box && (
            <Frame
              key={track.id}
              box={box}
              color={colorOf(track)}
              isChosen={track.id === chosenId}
            />
          )
        );
      })}
      {stroke && (
        <Frame box={between(stroke.from, stroke.to, size)} color={drawingColor} isChosen />
      )}
    </svg>
  );
}

function pointOf(event: PointerEvent<SVGSVGElement>, { width, height }: ImageSize): Point {
  const box = event.currentTarget.getBoundingClientRect();
  return {
    x: ((event.clientX - box.left) / box.width) * width,
    y: ((event.clientY - box.top) / box.height) * height,
  };
}

function Frame({ box, color, isChosen }: { box: Rectangle; color: string; isChosen: boolean }) {
  return (
    <rect
      x={box.left}
      y={box.top}
      width={box.width}
      height={box.height}
      stroke={color}
      strokeWidth={isChosen ? 3 : 2}
      fill={color}
      fillOpacity={isChosen ? 0.25 : 0.08}
    />
  );
}
