import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { ImageSize } from "@/components/media/image-view";
import { VideoView, type VideoControls } from "@/components/media/video-view";

import { between, isLargeEnough, moved, rounded, type Rectangle } from "../../model/rectangle";
import {
  nextKey,
  merged,
  nextTrack,
  splitAt,
  tracksOf,
  withoutKey,
  withoutTrack,
  withTrack,
  type Track,
} from "../../model/track-edits";
import { endedAt, keysOf, withKey, type FrameBox } from "../../model/track-keys";
import { labelColor, labelName, type VideoEditorProps } from "../editor";
import styles from "../editors.module.css";
import { VideoTimeline, type TimelineRow } from "./video-timeline";
import { framesOf } from "@/api/video-measures";
import { KeyLegend } from "../key-legend";
import { TrackActions } from "./track-actions";
import { TrackAttributes } from "./track-attributes";
import { TrackBoxes, type Stroke } from "./track-boxes";
import { useVideoKeys } from "./use-video-keys";
import { useNudge } from "../image/use-nudge";

/** Objects of a video: a box in some frames, and the frames between fill themselves. */
export function TracksEditor(props: VideoEditorProps) {
  const { sample, source, clock, labels, annotations, label, mayLabel, onChange } = props;
  const { t } = useTranslation();
  const video = useRef<VideoControls>(null);
  const [seconds, setSeconds] = useState(0);
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [isMerging, setMerging] = useState(false);
  const numFrames = framesOf(sample);
  const frame = Math.min(numFrames - 1, clock.frameAt(seconds));
  const tracks = useMemo(() => tracksOf(annotations), [annotations]);
  const chosen = chosenId === null ? undefined : tracks.get(chosenId);
  const here = chosen?.boxes.find((box) => box.frame === frame);
  const size = { width: sample.width ?? 1, height: sample.height ?? 1 };

  const set = (id: number, box: Rectangle) => {
    const known = tracks.get(id);
    const key: FrameBox = { kind: "frame_box", track: id, frame, ...rounded(box) };
    const labelId = known?.labelId ?? label?.id ?? null;
    const attributes = known?.attributes ?? new Map();
    onChange(
      withTrack(annotations, { id, labelId, boxes: withKey(known?.boxes ?? [], key), attributes }),
    );
    setChosenId(id);
  };
  const choose = (id: number | null) => {
    if (isMerging && id !== null && chosenId !== null && id !== chosenId) {
      const next = merged(annotations, chosenId, id);
      if (next !== null) onChange(next);
    } else setChosenId(id);
    setMerging(false);
  };
  const draw = ({ from, to }: Stroke) => {
    const box = between(from, to, size);
    if (isLargeEnough(box)) set(chosenId ?? nextTrack(tracks), box);
    else choose(trackAt(tracks.values(), frame, from));
  };
  const goTo = (to: number) => video.current?.goToFrame(to);
  const jump = (by: 1 | -1) => {
    const to = nextKey(chosen === undefined ? tracks.values() : [chosen], frame, by);
    if (to !== undefined) goTo(to);
  };
  const edit = {
    split: () => {
      const next = chosenId === null ? null : splitAt(annotations, chosenId, frame);
      if (next !== null) onChange(next);
    },
    merge: () => setMerging(tracks.size > 1 && !isMerging),
    end: () =>
      chosen &&
      onChange(withTrack(annotations, { ...chosen, boxes: endedAt(chosen.boxes, frame) })),
    removeKey: () => chosen && onChange(withTrack(annotations, withoutKey(chosen, frame))),
    remove: () => {
      if (chosenId === null) return;
      onChange(withoutTrack(annotations, chosenId));
      setChosenId(null);
    },
    another: () => choose(null),
  };
  const act = (command: () => unknown) => () => {
    if (mayLabel) command();
  };
  useVideoKeys({
    playPause: () => video.current?.playPause(),
    stepFrames: (by) => video.current?.stepFrames(by),
    jump,
    choose: (by) => {
      const ids = [...tracks.keys()];
      const place = chosenId === null ? (by > 0 ? -1 : ids.length) : ids.indexOf(chosenId);
      choose(ids[place + by] ?? chosenId);
    },
    alt: {
      KeyS: act(edit.split),
      KeyM: act(edit.merge),
      KeyE: act(edit.end),
      KeyK: act(edit.removeKey),
      KeyR: act(edit.remove),
      KeyN: act(edit.another),
    },
  });
  useNudge((x, y) => {
    if (chosenId === null || here === undefined || !mayLabel) return false;
    set(chosenId, moved(here, x, y, size));
    return true;
  });
  const color = (track: Track) => labelColor(labels, track.labelId);
  const rows = [...tracks.values()].map((track): TimelineRow => {
    const keys = keysOf(track.boxes).map((key) => key.frame);
    return {
      id: String(track.id),
      name: `${labelName(labels, track.labelId)} ${track.id}`,
      color: color(track),
      isChosen: track.id === chosenId,
      keys,
      bars: runsOf(track).map(([from, to]) => ({ id: `${track.id}-${from}`, from, to })),
    };
  });
  const overlay = (shown: ImageSize) => (
    <TrackBoxes
      size={shown}
      frame={frame}
      tracks={[...tracks.values()]}
      chosenId={chosenId}
      colorOf={color}
      drawingColor={chosen ? color(chosen) : (label?.color ?? "#8a8d93")}
      mayDraw={mayLabel && label !== null && !isMerging}
      onDraw={draw}
    />
  );
  return (
    <div className={styles.page}>
      {chosen !== undefined && (
        <TrackAttributes key={chosen.id} {...props} track={chosen} frame={frame} />
      )}
      <VideoView
        ref={video}
        source={source}
        clock={clock}
        overlay={overlay}
        onTime={setSeconds}
        maxHeight="46vh"
      />
      <p className={styles.hint} role={isMerging ? "status" : undefined}>
        {label === null
          ? t("labelling.editor.needsLabel")
          : isMerging
            ? t("video.mergeHint")
            : t("labelling.editor.trackHint")}{" "}
        {t("video.at", { frame, last: numFrames - 1 })}
      </p>
      <VideoTimeline
        numFrames={numFrames}
        frame={frame}
        rows={rows}
        onSeek={goTo}
        onChoose={(row) => choose(Number(row))}
      />
      <TrackActions
        tracks={[...tracks.values()]}
        labels={labels}
        chosen={chosen}
        isKey={chosen !== undefined && keysOf(chosen.boxes).some((key) => key.frame === frame)}
        canSplit={chosen !== undefined && splitAt(annotations, chosen.id, frame) !== null}
        isMerging={isMerging}
        mayLabel={mayLabel}
        onChoose={choose}
        {...edit}
      />
      <KeyLegend
        keys={[
          [", .", t("video.keys.step")],
          ["⇧ , .", t("video.keys.stepTen")],
          ["[ ]", t("video.keys.jump")],
          ["Ctrl + ↑ ↓", t("video.keys.choose")],
          ["← ↑ ↓ →", t("video.keys.nudge")],
          ["Ctrl + ␣", t("audio.keys.play")],
          ["Alt + S", t("video.split")],
          ["Alt + M", t("video.merge")],
          ["Alt + K", t("video.removeKey")],
          ["Alt + E", t("labelling.editor.endTrack")],
          ["Alt + N", t("labelling.editor.newTrack")],
          ["Alt + R", t("labelling.editor.removeTrack")],
        ]}
      />
    </div>
  );
}

/** The object whose box is at a point, the smallest where several are. */
function trackAt(tracks: Iterable<Track>, frame: number, { x, y }: Stroke["from"]): number | null {
  const hit = [...tracks].flatMap(({ id, boxes }) => {
    const box = boxes.find((one) => one.frame === frame);
    const isIn =
      box !== undefined &&
      x >= box.left &&
      x <= box.left + box.width &&
      y >= box.top &&
      y <= box.top + box.height;
    return isIn ? [{ id, area: box.width * box.height }] : [];
  });
  return hit.toSorted((one, other) => one.area - other.area)[0]?.id ?? null;
}

/** The stretches of frames in which an object is seen without a break. */
function runsOf({ boxes }: Track): [number, number][] {
  const runs: [number, number][] = [];
  for (const { frame } of boxes) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === frame - 1) last[1] = frame;
    else runs.push([frame, frame]);
  }
  return runs;
}
