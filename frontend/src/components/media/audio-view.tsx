import { CaretRightOutlined, PauseOutlined, StepBackwardOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type Ref } from "react";
import { useTranslation } from "react-i18next";
import type WaveSurfer from "wavesurfer.js";

import { token } from "@/styles/tokens";
import { useThemeMode } from "@/styles/theme-mode";

import { clockTime } from "./clock-time";
import styles from "./media.module.css";
import type { Source } from "./source";

export interface PlayerControls {
  playPause: () => void;
  /** Go to a second, and play from there. */
  playFrom: (seconds: number) => void;
  /** Go some seconds on, or back. */
  skip: (seconds: number) => void;
}

interface AudioViewProps {
  source: Source;
  ref?: Ref<PlayerControls>;
  onTime?: (seconds: number) => void;
}

const HEIGHT = 72;

/** A recording as its waveform: click to go there, Space on the button plays. */
export function AudioView({ source, ref, onTime }: AudioViewProps) {
  const { t } = useTranslation();
  const mode = useThemeMode();
  const place = useRef<HTMLDivElement>(null);
  const player = useRef<WaveSurfer>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const [duration, setDuration] = useState(source.durationSeconds ?? 0);
  const reportTime = useEffectEvent((at: number) => onTime?.(at));

  useEffect(() => {
    const container = place.current;
    if (container === null || source.url === undefined) return;
    let left = false;
    void import("wavesurfer.js").then(({ default: WaveSurfer }) => {
      if (left) return;
      const made = WaveSurfer.create({
        container,
        url: source.url,
        height: HEIGHT,
        barWidth: 2,
        barGap: 1,
        barRadius: 1,
        cursorWidth: 2,
        waveColor: token(mode, "line-strong"),
        progressColor: token(mode, "primary"),
        cursorColor: token(mode, "ink"),
        dragToSeek: true,
      });
      player.current = made;
      made.on("ready", setDuration);
      made.on("play", () => setPlaying(true));
      made.on("pause", () => setPlaying(false));
      made.on("error", () => setBroken(true));
      made.on("timeupdate", (at) => {
        setSeconds(at);
        reportTime(at);
      });
    });
    return () => {
      left = true;
      player.current?.destroy();
      player.current = null;
    };
  }, [mode, source.url]);

  useImperativeHandle(ref, () => ({
    playPause: () => void player.current?.playPause(),
    playFrom: (at) => {
      player.current?.setTime(at);
      void player.current?.play();
    },
    skip: (by) => player.current?.skip(by),
  }));

  if (isBroken) return <p className={styles.broken}>{t("media.brokenAudio")}</p>;
  return (
    <div className={styles.audio}>
      <div ref={place} className={styles.wave} style={{ minHeight: HEIGHT }} aria-hidden />
      <div className={styles.controls}>
        <Button
          shape="circle"
          aria-label={t("media.fromStart")}
          icon={<StepBackwardOutlined />}
          onClick={() => player.current?.setTime(0)}
        />
        <Button
          shape="circle"
          type="primary"
          aria-label={t(isPlaying ? "media.pause" : "media.play")}
          icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
          onClick={() => void player.current?.playPause()}
        />
        <span className={styles.time}>
          {clockTime(seconds)} / {clockTime(duration)}
        </span>
      </div>
    </div>
  );
}
