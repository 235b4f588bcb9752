import { CaretRightOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { lazy, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { PlayerControls } from "@/components/media/audio-view";
import { clockTime } from "@/components/media/clock-time";
import type { Source } from "@/components/media/source";
import { formatPercent } from "@/i18n/format";

import styles from "./predictions.module.css";
import type { Utterance } from "./documents";

const AudioView = lazy(async () => ({
  default: (await import("@/components/media/audio-view")).AudioView,
}));

interface TranscriptPredictionProps {
  source: Source;
  results: readonly Utterance[];
  plain?: boolean;
}

/** What was said, with the times of its parts; each part can be heard. */
export function TranscriptPrediction({ source, results, plain }: TranscriptPredictionProps) {
  const { t, i18n } = useTranslation();
  const player = useRef<PlayerControls>(null);
  const [seconds, setSeconds] = useState(-1);
  if (plain) return <p>{results.map(({ text }) => text).join(" ") || t("predictions.silence")}</p>;
  return (
    <div className={styles.stack}>
      {source.url !== undefined && source.media === "audio" && (
        <Suspense fallback={<div className={styles.waiting} />}>
          <AudioView ref={player} source={source} onTime={setSeconds} />
        </Suspense>
      )}
      {results.length === 0 && <p className={styles.muted}>{t("predictions.silence")}</p>}
      <ol className={styles.lines}>
        {results.map(({ text, start_seconds: start, end_seconds: end, score }, index) => (
          <li
            key={index}
            className={`${styles.line} ${isNow(seconds, start, end) ? styles.current : ""}`}
          >
            {start !== undefined && (
              <Button
                size="small"
                type="text"
                icon={<CaretRightOutlined />}
                aria-label={t("predictions.hear", { text })}
                onClick={() => player.current?.playFrom(start)}
              />
            )}
            <span>{text}</span>
            <span className={styles.spring} />
            <span className={styles.muted}>
              {[
                start !== undefined &&
                  end !== undefined &&
                  `${clockTime(start)} – ${clockTime(end)}`,
                score !== undefined && formatPercent(score, i18n.language),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function isNow(seconds: number, start: number | undefined, end: number | undefined): boolean {
  return start !== undefined && end !== undefined && seconds >= start && seconds < end;
}
