import { Alert, Spin } from "antd";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { frameOf, type Frame } from "@/components/media/frame";
import { ImageView } from "@/components/media/image-view";
import type { Source } from "@/components/media/source";
import type { PredictionKind } from "@/components/predictions/documents";
import { PredictionView } from "@/components/predictions/prediction-view";
import { ErrorState } from "@/components/ui/error-state";
import { formatDuration, formatNumber } from "@/i18n/format";

import { namesOf, type StreamAnswer } from "./answers";
import styles from "./live.module.css";
import { FrameRate } from "./frame-rate";
import { StreamEnd } from "./stream-end";
import { streamUrl } from "./stream-url";
import { useCamera } from "./use-camera";
import { useStream } from "./use-stream";

/** A refused frame is tried again so much later: more would be refused as well. */
const PAUSE_MS = 1000;
const QUALITY = 0.85;

interface LiveCameraProps {
  predictUrl: string;
  secret: string;
  kind: PredictionKind;
}

/** A frame on its way, and when it was sent by the clock of the page, in milliseconds. */
interface Sent extends Frame {
  sentAt: number;
}

/** A frame that was answered. */
interface Shown {
  source: Source;
  answer: StreamAnswer;
  seconds: number;
  frameRate: number | null;
  /** What was found until now. */
  names: readonly string[];
}

/** What the camera sees with what the model says of it, as fast as it is answered. */
export function LiveCamera({ predictUrl, secret, kind }: LiveCameraProps) {
  const { t, i18n } = useTranslation();
  const camera = useCamera();
  const [shown, setShown] = useState<Shown>();
  const [rate] = useState(() => new FrameRate());
  const sent = useRef<Sent>(null);
  // Another number asks for another frame.
  const [turn, setTurn] = useState(0);
  const stream = useStream(streamUrl(predictUrl, secret), (answer) => {
    const frame = sent.current;
    if (frame === null) return;
    if (answer.error !== undefined) {
      setTimeout(() => setTurn((old) => old + 1), PAUSE_MS);
      return;
    }
    const now = performance.now();
    const { image, width, height, sentAt } = frame;
    const url = URL.createObjectURL(image);
    const frameRate = rate.add(now);
    const name = t("deployments.live.frame");
    setShown((old) => ({
      // Known from the first frame on, so that a name keeps its colour.
      names: [...new Set([...(old?.names ?? []), ...namesOf(answer)])],
      source: { media: "image", name, url, width, height },
      answer,
      seconds: (now - sentAt) / 1000,
      frameRate,
    }));
    setTurn((old) => old + 1);
  });
  const video = camera instanceof HTMLVideoElement ? camera : null;
  const { socket, refused, ended } = stream;
  useEffect(() => {
    if (video === null || socket === null) return;
    let left = false;
    void frameOf(video, QUALITY).then((frame) => {
      if (left || frame === null || socket.readyState !== WebSocket.OPEN) return;
      sent.current = { ...frame, sentAt: performance.now() };
      socket.send(frame.image);
    });
    return () => {
      left = true;
    };
  }, [video, socket, turn]);
  // A frame that is no longer shown gives its memory back.
  const url = shown?.source.url;
  useEffect(
    () => () => {
      if (url !== undefined) URL.revokeObjectURL(url);
    },
    [url],
  );
  if (typeof camera === "string") {
    return <Alert type="warning" showIcon title={t(`capture.problem.${camera}`)} />;
  }
  if (ended !== null) return <StreamEnd closing={ended} />;
  return (
    <div className={styles.stack}>
      {refused !== null && <ErrorState error={refused} />}
      {shown === undefined ? (
        refused === null && <Spin description={t("deployments.live.starting")} />
      ) : (
        <>
          <p className={styles.figures}>
            {shown.frameRate !== null &&
              t("deployments.live.frameRate", {
                rate: formatNumber(shown.frameRate, i18n.language, 3),
              })}{" "}
            {t("deployments.live.latency", { time: formatDuration(shown.seconds, i18n.language) })}
          </p>
          {(kind === "labels" || kind === "matches") && (
            <ImageView source={shown.source} maxHeight="50vh" plain />
          )}
          <PredictionView
            kind={kind}
            prediction={shown.answer}
            source={shown.source}
            names={shown.names}
          />
        </>
      )}
    </div>
  );
}
