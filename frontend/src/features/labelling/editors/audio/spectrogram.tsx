import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import styles from "./audio.module.css";
import type { Window } from "./use-wave-player";

/** What the server draws at once. */
const MAX_SECONDS = 120;
const COLUMNS = 1200;
const PATIENCE_MS = 250;

interface Props {
  sampleId: string;
  view: Window;
  seconds: number;
}

/** The pitches of the part that is in view, under its wave; drawn by the server, a part at a time. */
export function Spectrogram({ sampleId, view, seconds }: Props) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Window>();
  const [failed, setFailed] = useState<string>();
  const { start, end } = view;
  const isTooLong = end - start > MAX_SECONDS;
  useEffect(() => {
    if (isTooLong || end <= start) return;
    // Images follow once the hand rests.
    const timer = setTimeout(() => setAsked({ start, end }), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [start, end, isTooLong]);
  if (isTooLong) {
    return <p className={styles.note}>{t("audio.zoomForPitches", { seconds: MAX_SECONDS })}</p>;
  }
  const address = asked && addressOf(sampleId, asked);
  if (address !== undefined && failed === address) {
    return <p className={styles.note}>{t("audio.noPitches")}</p>;
  }
  const length = end - start;
  const share = (at: number) => `${((at - start) / length) * 100}%`;
  return (
    <div className={styles.pitches}>
      {asked && (
        <img
          src={address}
          alt={t("audio.pitches")}
          style={{
            left: share(asked.start),
            width: `${((asked.end - asked.start) / length) * 100}%`,
          }}
          onError={() => setFailed(address)}
        />
      )}
      {seconds >= start && seconds <= end && (
        <i className={styles.cursor} style={{ left: share(seconds) }} />
      )}
    </div>
  );
}

function addressOf(sampleId: string, { start, end }: Window): string {
  const query = new URLSearchParams({
    start_ms: String(Math.floor(start * 1000)),
    end_ms: String(Math.ceil(end * 1000)),
    columns: String(COLUMNS),
  });
  return `/api/v1/samples/${sampleId}/spectrogram?${query.toString()}`;
}
