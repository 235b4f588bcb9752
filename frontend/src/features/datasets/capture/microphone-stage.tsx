import { AudioOutlined } from "@ant-design/icons";
import { Alert, Button } from "antd";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import { useRecorder } from "@/components/inputs/use-recorder";
import { wavOfRecording } from "@/components/inputs/wav";
import { clockTime } from "@/components/media/clock-time";

import styles from "./capture.module.css";
import { useSpace } from "./use-space";

/** As much as the models of speech listen to; more only makes files larger. */
const SAMPLE_RATE = 16_000;
/** Longer ones are not held in a browser: they are recorded elsewhere and dropped as files. */
const MAX_MINUTES = 10;

/** A recording at each press, as a WAV file that everything reads. */
export function MicrophoneStage({ onTake }: { onTake: (audio: Blob) => void }) {
  const { t } = useTranslation();
  const recorder = useRecorder(async (recording) => {
    onTake(await wavOfRecording(recording, SAMPLE_RATE));
  });
  const { isRecording, seconds, stop } = recorder;
  const isOver = isRecording && seconds >= MAX_MINUTES * 60;
  useEffect(() => {
    if (isOver) stop();
  }, [isOver, stop]);
  const press = () => (isRecording ? stop() : void recorder.start());
  useSpace(press);
  return (
    <div className={styles.stage}>
      <div className={styles.controls}>
        <Button type="primary" danger={isRecording} icon={<AudioOutlined />} onClick={press}>
          {t(isRecording ? "capture.stop" : "capture.record")}
        </Button>
        {isRecording && (
          <span role="timer" className={styles.note}>
            {clockTime(seconds)}
          </span>
        )}
        <span className={styles.note}>{t("capture.longest", { minutes: MAX_MINUTES })}</span>
      </div>
      {recorder.problem !== null && (
        <Alert type="warning" showIcon title={t(`inputs.recorder.${recorder.problem}`)} />
      )}
    </div>
  );
}
