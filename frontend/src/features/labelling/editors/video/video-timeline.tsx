import { ZoomInOutlined, ZoomOutOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useEffect, useRef, useState, type PointerEvent } from "react";
import { useTranslation } from "react-i18next";

import styles from "./video.module.css";

/** A stretch of frames, from the first to the last. */
export interface Bar {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly isChosen?: boolean;
}

export interface TimelineRow {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly isChosen: boolean;
  readonly bars: readonly Bar[];
  /** Frames that are marked as keys. */
  readonly keys?: readonly number[];
}

interface Props {
  numFrames: number;
  frame: number;
  rows: readonly TimelineRow[];
  onSeek: (frame: number) => void;
  onChoose: (row: string, bar: string | undefined) => void;
  /** Draw a stretch by dragging over the scale; without it, dragging seeks. */
  onDraw?: ((from: number, to: number) => void) | undefined;
}

const MAX_ZOOM = 64;
const ROW_HEIGHT = 22;
const MAX_HEIGHT = 200;

/** A video from left to right: where it is, and in which frames something was said. */
export function VideoTimeline({ numFrames, frame, rows, onSeek, onChoose, onDraw }: Props) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const [drawn, setDrawn] = useState<{ from: number; to: number }>();
  const share = (at: number) => `${(at / numFrames) * 100}%`;
  // Steps and jumps bring the frame that is shown into view.
  useEffect(() => {
    const place = scroller.current;
    if (place === null || zoom === 1) return;
    const at = (frame / numFrames) * place.scrollWidth;
    if (at < place.scrollLeft || at > place.scrollLeft + place.clientWidth) {
      place.scrollLeft = at - place.clientWidth / 2;
    }
  }, [frame, numFrames, zoom]);

  const frameOf = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - box.left) / box.width) * numFrames);
    return Math.max(0, Math.min(numFrames - 1, at));
  };
  const begin = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = frameOf(event);
    setDrawn({ from: at, to: at });
    onSeek(at);
  };
  const go = (event: PointerEvent<HTMLElement>) => {
    if (drawn === undefined) return;
    const to = frameOf(event);
    setDrawn({ ...drawn, to });
    onSeek(to);
  };
  const end = () => {
    if (drawn !== undefined && drawn.from !== drawn.to) {
      onDraw?.(Math.min(drawn.from, drawn.to), Math.max(drawn.from, drawn.to));
    }
    setDrawn(undefined);
  };
  return (
    <div
      className={styles.timeline}
      // A page that is too long for its window would take the height of what can be scrolled.
      style={{ minHeight: Math.min(MAX_HEIGHT, ROW_HEIGHT * (rows.length + 1) + 16) }}
    >
      <div className={styles.names} aria-hidden>
        {rows.map((row) => (
          <span key={row.id} data-chosen={row.isChosen}>
            <i style={{ background: row.color }} />
            {row.name}
          </span>
        ))}
      </div>
      <div ref={scroller} className={styles.scroller}>
        <div className={styles.tracks} style={{ width: `${zoom * 100}%` }}>
          <div
            className={styles.scale}
            role="slider"
            tabIndex={0}
            aria-label={t("video.timeline")}
            aria-valuemin={0}
            aria-valuemax={numFrames - 1}
            aria-valuenow={frame}
            onPointerDown={begin}
            onPointerMove={go}
            onPointerUp={end}
          >
            {onDraw !== undefined && drawn !== undefined && (
              <b
                style={{
                  left: share(Math.min(drawn.from, drawn.to)),
                  width: share(Math.abs(drawn.to - drawn.from) + 1),
                }}
              />
            )}
          </div>
          {rows.map((row) => (
            <div key={row.id} className={styles.row} data-chosen={row.isChosen}>
              {row.bars.map(({ id, from, to, isChosen }) => (
                <button
                  key={id}
                  type="button"
                  tabIndex={-1}
                  aria-label={t("video.bar", { name: row.name, from, to })}
                  aria-pressed={isChosen ?? row.isChosen}
                  style={{ left: share(from), width: share(to - from + 1), background: row.color }}
                  onClick={() => onChoose(row.id, id)}
                />
              ))}
              {row.keys?.map((key) => (
                <button
                  key={`key ${key}`}
                  type="button"
                  tabIndex={-1}
                  className={styles.key}
                  aria-label={t("video.keyAt", { name: row.name, frame: key })}
                  style={{ left: share(key + 0.5) }}
                  onClick={() => {
                    onChoose(row.id, undefined);
                    onSeek(key);
                  }}
                />
              ))}
            </div>
          ))}
          <i className={styles.playhead} style={{ left: share(frame + 0.5) }} />
        </div>
      </div>
      <div className={styles.zoom}>
        <Button
          size="small"
          aria-label={t("audio.zoomOut")}
          disabled={zoom === 1}
          icon={<ZoomOutOutlined />}
          onClick={() => setZoom(Math.max(1, zoom / 2))}
        />
        <Button
          size="small"
          aria-label={t("audio.zoomIn")}
          disabled={zoom >= MAX_ZOOM}
          icon={<ZoomInOutlined />}
          onClick={() => setZoom(zoom * 2)}
        />
      </div>
    </div>
  );
}
