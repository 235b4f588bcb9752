import { AudioOutlined } from "@ant-design/icons";
import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";

import { clockTime } from "@/components/media/clock-time";

import { FileInput } from "./file-input";
import type { AskProps } from "./input-panel";
import styles from "./inputs.module.css";
import { useObjectUrl } from "./use-object-url";
import { useRecorder } from "./use-recorder";
import { wavOfRecording } from "./wav";

/** A recording from a file or from the microphone. */
export function AudioInput({ sampleRate, disabled, onAsk }: AskProps & { sampleRate: number }) {
  const { t } = useTranslation();
  const addressOf = useObjectUrl();
  const recorder = useRecorder(async (recording) => {
    const file = await wavOfRecording(recording, sampleRate);
    onAsk({
      parts: { sound: file },
      source: { media: "audio", name: t("inputs.yourRecording"), url: addressOf(file) },
    });
  });
  return (
    <div className={styles.stack}>
      <FileInput kind="audio" disabled={disabled} onAsk={onAsk} />
      <div className={styles.row}>
        <Button
          danger={recorder.isRecording}
          disabled={disabled}
          icon={<AudioOutlined />}
          onClick={recorder.isRecording ? recorder.stop : () => void recorder.start()}
        >
          {t(recorder.isRecording ? "inputs.stop" : "inputs.record")}
        </Button>
        {recorder.isRecording && (
          <span role="timer" className={styles.time}>
            {clockTime(recorder.seconds)}
          </span>
        )}
      </div>
      {recorder.problem !== null && (
        <Alert type="warning" showIcon title={t(`inputs.recorder.${recorder.problem}`)} />
      )}
    </div>
  );
}
