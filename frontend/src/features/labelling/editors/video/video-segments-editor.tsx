import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { middleOf } from "@/components/media/frame-clock";
import { VideoView, type VideoControls } from "@/components/media/video-view";

import { newId, withoutRegion, withRegion } from "../../model/annotations";
import { between, moved, neighbour, segmentsOf, type SegmentRegion } from "../../model/segments";
import { ClassScope } from "../class-scope";
import { labelColor, labelName, type VideoEditorProps } from "../editor";
import styles from "../editors.module.css";
import { VideoTimeline, type TimelineRow } from "./video-timeline";
import { framesOf } from "@/api/video-measures";
import { KeyLegend } from "../key-legend";
import { SegmentList } from "../audio/segment-list";
import { useVideoKeys } from "./use-video-keys";
import { useSegmentKeys } from "../audio/use-segment-keys";

/** Stretches of a video with a class each; their ends lie between frames. */
export function VideoSegmentsEditor(props: VideoEditorProps) {
  const {
    sample,
    source,
    clock,
    labels,
    annotations,
    label,
    mayLabel,
    selected,
    onChange,
    onSelect,
  } = props;
  const { t } = useTranslation();
  const video = useRef<VideoControls>(null);
  const start = useRef<number>(null);
  const [seconds, setSeconds] = useState(0);
  const numFrames = framesOf(sample);
  const durationMs = sample.duration_ms ?? 0;
  const frame = Math.min(numFrames - 1, clock.frameAt(seconds));
  const segments = useMemo(() => segmentsOf(annotations), [annotations]);
  const chosen = segments.find(({ id }) => id === selected);
  const mayDraw = mayLabel && label !== null;
  const timeOf = (at: number) => clock.beginOf(at) * 1000;
  /** The frame whose beginning is nearest. */
  const frameOfMs = (ms: number) => {
    const shown = clock.frameAt(ms / 1000);
    return ms / 1000 < middleOf(shown, clock) ? shown : shown + 1;
  };
  const lastOf = ({ geometry }: SegmentRegion) => frameOfMs(geometry.end_ms) - 1;

  const put = (segment: SegmentRegion) => onChange(withRegion(annotations, segment));
  /** From the beginning of one frame to the end of another. */
  const draw = (from: number, to: number) => {
    const geometry = between(timeOf(from), timeOf(to + 1), durationMs);
    if (geometry === null || label === null) return;
    const id = newId();
    put({ id, labelId: label.id, geometry, text: null });
    onSelect(id);
  };
  const goTo = (to: number) => video.current?.goToFrame(to);
  const play = (segment: SegmentRegion) => {
    onSelect(segment.id);
    video.current?.playFrames(frameOfMs(segment.geometry.start_ms), lastOf(segment));
  };
  const commands = {
    playPause: () => video.current?.playPause(),
    stepFrames: (by: number) => video.current?.stepFrames(by),
  };
  useVideoKeys(commands);
  useSegmentKeys({
    ...commands,
    playChosen: () => chosen && play(chosen),
    skip: (by) => video.current?.skip(by),
    edge: (side) => {
      if (!mayDraw) return;
      if (chosen !== undefined) {
        const { start_ms: from, end_ms: to } = chosen.geometry;
        const geometry =
          side === "start"
            ? between(timeOf(frame), to, durationMs)
            : between(from, timeOf(frame + 1), durationMs);
        if (geometry !== null) put({ ...chosen, geometry });
      } else if (side === "start") start.current = frame;
      else if (start.current !== null) {
        draw(Math.min(start.current, frame), Math.max(start.current, frame));
        start.current = null;
      }
    },
    step: (by) => {
      const next = neighbour(segments, selected, by, seconds * 1000);
      if (next === undefined) return;
      onSelect(next.id);
      goTo(frameOfMs(next.geometry.start_ms));
    },
    nudge: (by) => {
      if (chosen === undefined || !mayLabel) return false;
      const shift = Math.round(clock.step * 1000) * Math.sign(by);
      put({ ...chosen, geometry: moved(chosen.geometry, shift, durationMs) });
      return true;
    },
    zoom: () => undefined,
    fit: () => undefined,
  });
  const rows = labels
    .map(({ id, name }): TimelineRow => ({
      id,
      name,
      color: labelColor(labels, id),
      isChosen: chosen?.labelId === id,
      bars: segments
        .filter(({ labelId }) => labelId === id)
        .map((segment) => ({
          id: segment.id,
          from: frameOfMs(segment.geometry.start_ms),
          to: lastOf(segment),
          isChosen: segment.id === selected,
        })),
    }))
    .filter(({ id, bars }) => bars.length > 0 || id === label?.id);
  return (
    <div className={styles.page}>
      <ClassScope />
      <VideoView ref={video} source={source} clock={clock} onTime={setSeconds} maxHeight="42vh" />
      <p className={styles.hint}>
        {label === null
          ? t("labelling.editor.needsLabel")
          : t("video.segmentHint", { name: labelName(labels, label.id) })}{" "}
        {t("video.at", { frame, last: numFrames - 1 })}
      </p>
      <VideoTimeline
        numFrames={numFrames}
        frame={frame}
        rows={rows}
        onSeek={goTo}
        onChoose={(_, bar) => onSelect(bar ?? null)}
        onDraw={mayDraw ? draw : undefined}
      />
      <SegmentList
        segments={segments}
        labels={labels}
        selected={selected}
        hasText={false}
        mayLabel={mayLabel}
        onSelect={onSelect}
        onPlay={play}
        onText={() => undefined}
        onRemove={(id) => onChange(withoutRegion(annotations, id))}
      />
      <KeyLegend
        keys={[
          [", .", t("video.keys.step")],
          ["⇧ , .", t("video.keys.stepTen")],
          ["[ ]", t("audio.keys.edges")],
          ["↑ ↓", t("audio.keys.step")],
          ["← →", t("video.keys.shift")],
          ["Ctrl + ␣", t("audio.keys.play")],
          ["Ctrl + ↵", t("audio.keys.chosen")],
        ]}
      />
    </div>
  );
}
