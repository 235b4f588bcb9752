import {
  CaretRightOutlined,
  ExpandOutlined,
  PauseOutlined,
  StepBackwardOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from "@ant-design/icons";
import { Button, Select, Switch } from "antd";
import { useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";

import { clockTime } from "@/components/media/clock-time";

import styles from "./audio.module.css";
import { Spectrogram } from "./spectrogram";
import type { WavePlayer } from "./use-wave-player";

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2];
const ZOOM = 2;

interface Props {
  sampleId: string;
  durationSeconds: number;
  place: RefObject<HTMLDivElement | null>;
  player: WavePlayer;
}

/** The wave with its stretches, the pitches under it, and what plays and enlarges them. */
export function AudioStage({ sampleId, durationSeconds, place, player }: Props) {
  const { t } = useTranslation();
  const [speed, setSpeed] = useState(1);
  const [hasPitches, setPitches] = useState(true);
  if (player.isBroken) return <p className={styles.note}>{t("media.brokenAudio")}</p>;
  return (
    <div className={styles.stage}>
      <div ref={place} className={styles.wave} aria-hidden />
      {hasPitches && (
        <Spectrogram sampleId={sampleId} view={player.view} seconds={player.seconds} />
      )}
      <div className={styles.controls}>
        <Button
          shape="circle"
          aria-label={t("media.fromStart")}
          icon={<StepBackwardOutlined />}
          onClick={() => player.goTo(0)}
        />
        <Button
          shape="circle"
          type="primary"
          aria-label={t(player.isPlaying ? "media.pause" : "media.play")}
          icon={player.isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
          onClick={player.playPause}
        />
        <span className={styles.time}>
          {clockTime(player.seconds)} / {clockTime(durationSeconds)}
        </span>
        <Select
          aria-label={t("audio.speed")}
          value={speed}
          onChange={(rate) => {
            setSpeed(rate);
            player.setSpeed(rate);
          }}
          options={SPEEDS.map((value) => ({ value, label: t("audio.times", { value }) }))}
        />
        <Button
          aria-label={t("audio.zoomOut")}
          disabled={!player.isZoomed}
          icon={<ZoomOutOutlined />}
          onClick={() => player.zoom(1 / ZOOM)}
        />
        <Button
          aria-label={t("audio.zoomIn")}
          icon={<ZoomInOutlined />}
          onClick={() => player.zoom(ZOOM)}
        />
        <Button
          aria-label={t("audio.fit")}
          disabled={!player.isZoomed}
          icon={<ExpandOutlined />}
          onClick={player.fit}
        />
        <label className={styles.toggle}>
          <Switch size="small" checked={hasPitches} onChange={setPitches} />
          {t("audio.pitches")}
        </label>
      </div>
    </div>
  );
}
