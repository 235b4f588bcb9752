import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { VideoControls } from "@/components/media/video-view";
import { clockTime } from "@/components/media/clock-time";
import type { ImageSize } from "@/components/media/image-view";
import type { Source } from "@/components/media/source";
import { evenClock } from "@/components/media/frame-clock";
import { VideoView } from "@/components/media/video-view";

import predictions from "./predictions.module.css";
import type { FrameObjects } from "./documents";
import { ShapeLayer } from "./shape-layer";
import { frameRateOf, objectsAt, tracksOf } from "./tracks";
import styles from "./tracks-prediction.module.css";

interface TracksPredictionProps {
  source: Source;
  results: readonly FrameObjects[];
  plain?: boolean;
  maxHeight?: string;
}

/** A video with its followed objects, each in its colour, and when each was seen. */
export function TracksPrediction({ source, results, plain, maxHeight }: TracksPredictionProps) {
  const { t } = useTranslation();
  const player = useRef<VideoControls>(null);
  const [active, setActive] = useState<number | null>(null);
  const [duration, setDuration] = useState(source.durationSeconds ?? 0);
  const tracks = useMemo(() => tracksOf(results), [results]);
  const clock = useMemo(() => {
    const rate = frameRateOf(results);
    return rate === undefined ? undefined : evenClock(rate);
  }, [results]);
  const end = Math.max(0.1, duration, ...tracks.map(({ endSeconds }) => endSeconds));
  const colorOf = (id: number) => {
    const position = tracks.findIndex((track) => track.id === id);
    return `var(--series-${(Math.max(0, position) % 8) + 1})`;
  };
  const overlay = (size: ImageSize, seconds: number) => (
    <ShapeLayer
      size={size}
      shapes={objectsAt(results, seconds).map((object, key) => ({
        key: object.track_id ?? key,
        title: `${object.name} ${object.track_id ?? ""}`,
        color: colorOf(object.track_id ?? -1),
        location: object.location,
        isActive: object.track_id === active,
      }))}
    />
  );
  return (
    <div className={predictions.stack}>
      <VideoView
        ref={player}
        source={source}
        overlay={overlay}
        clock={clock}
        onDuration={setDuration}
        maxHeight={maxHeight}
      />
      {!plain && tracks.length === 0 && (
        <p className={predictions.muted}>{t("predictions.nothing")}</p>
      )}
      {!plain && (
        <ol className={styles.tracks} aria-label={t("predictions.tracks")}>
          {tracks.map((track) => (
            <li key={track.id} className={styles.track}>
              <span className={styles.title}>
                {track.name} {track.id}
              </span>
              <span className={styles.line}>
                <button
                  type="button"
                  className={styles.bar}
                  style={{
                    left: `${(track.startSeconds / end) * 100}%`,
                    width: `${Math.max(0.01, (track.endSeconds - track.startSeconds) / end) * 100}%`,
                    background: colorOf(track.id),
                  }}
                  aria-label={t("predictions.track", {
                    name: `${track.name} ${track.id}`,
                    start: clockTime(track.startSeconds),
                    end: clockTime(track.endSeconds),
                  })}
                  onMouseEnter={() => setActive(track.id)}
                  onMouseLeave={() => setActive(null)}
                  onFocus={() => setActive(track.id)}
                  onBlur={() => setActive(null)}
                  onClick={() => player.current?.playFrom(track.startSeconds)}
                />
              </span>
              <span className={predictions.muted}>
                {clockTime(track.startSeconds)} – {clockTime(track.endSeconds)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
