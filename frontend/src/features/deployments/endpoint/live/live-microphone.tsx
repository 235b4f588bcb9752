import { Alert } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ErrorState } from "@/components/ui/error-state";

import styles from "./live.module.css";
import { StreamEnd } from "./stream-end";
import { streamUrl } from "./stream-url";
import { SAMPLE_RATE, useMicrophone } from "./use-microphone";
import { useStream } from "./use-stream";

interface LiveMicrophoneProps {
  predictUrl: string;
  secret: string;
}

/** The words of whoever speaks: what is final stays, what is not may change. */
export function LiveMicrophone({ predictUrl, secret }: LiveMicrophoneProps) {
  const { t } = useTranslation();
  const [transcripts, setTranscripts] = useState<readonly string[]>([]);
  const [unsure, setUnsure] = useState("");
  const url = streamUrl(predictUrl, secret, { sample_rate: String(SAMPLE_RATE) });
  const { socket, refused, ended } = useStream(url, ({ final: isFinal, transcript }) => {
    if (transcript === undefined) return;
    if (isFinal === true) setTranscripts((old) => [...old, transcript]);
    setUnsure(isFinal === true ? "" : transcript);
  });
  const problem = useMicrophone((pcm) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(pcm);
  });
  if (problem !== null) {
    return <Alert type="warning" showIcon title={t(`inputs.recorder.${problem}`)} />;
  }
  const isSilent = transcripts.length === 0 && unsure === "";
  return (
    <div className={styles.stack}>
      {refused !== null && <ErrorState error={refused} />}
      <p className={styles.words} aria-live="polite">
        {transcripts.join(" ")} <span className={styles.unsure}>{unsure}</span>
        {isSilent && ended === null && (
          <span className={styles.unsure}>{t("deployments.live.speak")}</span>
        )}
      </p>
      {ended !== null && <StreamEnd closing={ended} />}
    </div>
  );
}
