import { Button } from "antd";
import { useMemo, useState, type PointerEvent } from "react";
import { useTranslation } from "react-i18next";

import type { PictureSize } from "@/components/media/picture-view";
import { VideoView } from "@/components/media/video-view";

import type { Annotations, Region } from "../model/annotations";
import { between, isLargeEnough, moved, rounded, type Rectangle } from "../model/rectangle";
import { endedAt, keysOf, withKey, type FrameBox } from "../model/track-keys";
import { labelColor, labelName, type EditorProps } from "./editor";
import styles from "./editors.module.css";
import { useNudge } from "./use-nudge";

/** Films without a length in frames are counted at this rate. */
const FRAME_RATE = 25;

/** Objects of a film: a box in some frames, and the frames between fill themselves. */
export function TracksEditor(props: EditorProps) {
  const { sample, source, labels, said, label, mayLabel, onChange } = props;
  const { t } = useTranslation();
  const [seconds, setSeconds] = useState(0);
  const [track, setTrack] = useState<number | null>(null);
  const [drawing, setDrawing] = useState<{ from: Point; to: Point }>();
  const rate =
    sample.num_frames !== null && sample.duration_ms
      ? sample.num_frames / (sample.duration_ms / 1000)
      : FRAME_RATE;
  const frame = Math.round(seconds * rate);
  const tracks = useMemo(() => tracksOf(said), [said]);
  const size = { width: sample.width ?? 1, height: sample.height ?? 1 };

  const put = (id: number, labelId: string | null, boxes: readonly FrameBox[]) =>
    onChange({
      ...said,
      regions: [
        ...said.regions.filter(({ geometry }) => trackOf(geometry) !== id),
        ...boxes.map((geometry): Region => ({
          id: `${id}-${geometry.frame}`,
          labelId,
          geometry,
          text: null,
        })),
      ],
    });
  const set = (id: number, box: Rectangle) => {
    const known = tracks.get(id);
    const key: FrameBox = { kind: "frame_box", track: id, frame, ...rounded(box) };
    put(id, known?.labelId ?? label?.id ?? null, withKey(known?.boxes ?? [], key));
    setTrack(id);
  };
  const chosen = track === null ? undefined : tracks.get(track);
  const here = chosen?.boxes.find((box) => box.frame === frame);
  useNudge((x, y) => {
    if (track === null || here === undefined || !mayLabel) return false;
    set(track, moved(here, x, y, size));
    return true;
  });
  const finish = () => {
    if (drawing === undefined) return;
    setDrawing(undefined);
    const box = between(drawing.from, drawing.to, size);
    if (isLargeEnough(box)) set(track ?? 1 + Math.max(0, ...tracks.keys()), box);
  };
  const overlay = ({ width, height }: PictureSize) => (
    <svg
      className={styles.overlay}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="application"
      aria-label={t("labelling.editor.film", { frame })}
      onPointerDown={(event) => {
        if (!mayLabel || label === null) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const from = pointOf(event, width, height);
        setDrawing({ from, to: from });
      }}
      onPointerMove={(event) =>
        drawing && setDrawing({ ...drawing, to: pointOf(event, width, height) })
      }
      onPointerUp={finish}
    >
      {[...tracks].map(([id, { boxes, labelId }]) => {
        const box = boxes.find((other) => other.frame === frame);
        return (
          box && (
            <Frame key={id} box={box} color={labelColor(labels, labelId)} isChosen={id === track} />
          )
        );
      })}
      {drawing && (
        <Frame
          box={between(drawing.from, drawing.to, size)}
          color={chosen ? labelColor(labels, chosen.labelId) : (label?.color ?? "#8a8d93")}
          isChosen
        />
      )}
    </svg>
  );
  return (
    <div className={styles.page}>
      <VideoView
        source={source}
        frameRate={rate}
        overlay={overlay}
        onTime={setSeconds}
        maxHeight="52vh"
      />
      <p className={styles.hint}>
        {t(label === null ? "labelling.editor.needsLabel" : "labelling.editor.trackHint")}
      </p>
      <div className={styles.list} role="group" aria-label={t("answers.tracks")}>
        {[...tracks].map(([id, { labelId, boxes }]) => (
          <button
            key={id}
            type="button"
            className={styles.mark}
            aria-pressed={id === track}
            onClick={() => setTrack(id === track ? null : id)}
          >
            <i style={{ background: labelColor(labels, labelId) }} />
            {labelName(labels, labelId)} {id}
            <small>{t("labelling.editor.keys", { count: keysOf(boxes).length })}</small>
          </button>
        ))}
      </div>
      {chosen !== undefined && track !== null && mayLabel && (
        <div className={styles.list}>
          <Button onClick={() => put(track, chosen.labelId, endedAt(chosen.boxes, frame))}>
            {t("labelling.editor.endTrack")}
          </Button>
          <Button
            danger
            onClick={() => {
              put(track, null, []);
              setTrack(null);
            }}
          >
            {t("labelling.editor.removeTrack")}
          </Button>
          <Button onClick={() => setTrack(null)}>{t("labelling.editor.newTrack")}</Button>
        </div>
      )}
    </div>
  );
}

interface Point {
  x: number;
  y: number;
}

function pointOf(event: PointerEvent<SVGSVGElement>, width: number, height: number): Point {
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

const trackOf = (geometry: Region["geometry"]) =>
  geometry.kind === "frame_box" ? geometry.track : undefined;

function tracksOf(said: Annotations) {
  const tracks = new Map<number, { labelId: string | null; boxes: FrameBox[] }>();
  for (const { geometry, labelId } of said.regions) {
    if (geometry.kind !== "frame_box") continue;
    const track = tracks.get(geometry.track) ?? { labelId, boxes: [] };
    tracks.set(geometry.track, track);
    track.boxes.push(geometry);
  }
  return tracks;
}
