import { Button } from "antd";
import { useTranslation } from "react-i18next";

import type { Label } from "@/api/datasets";

import type { Track } from "../../model/track-edits";
import { keysOf } from "../../model/track-keys";
import { labelColor, labelName } from "../editor";
import styles from "../editors.module.css";

interface Props {
  tracks: readonly Track[];
  labels: readonly Label[];
  chosen: Track | undefined;
  /** Whether the frame that is shown is a key frame of the chosen object. */
  isKey: boolean;
  canSplit: boolean;
  isMerging: boolean;
  mayLabel: boolean;
  onChoose: (id: number | null) => void;
  split: () => void;
  merge: () => void;
  end: () => void;
  removeKey: () => void;
  remove: () => void;
  another: () => void;
}

/** The objects of a video, and what can be done with the chosen one. */
export function TrackActions({ tracks, labels, chosen, mayLabel, onChoose, ...act }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.list} role="group" aria-label={t("predictions.tracks")}>
        {tracks.map(({ id, labelId, boxes }) => (
          <button
            key={id}
            type="button"
            className={styles.annotation}
            aria-pressed={id === chosen?.id}
            onClick={() => onChoose(id === chosen?.id ? null : id)}
          >
            <i style={{ background: labelColor(labels, labelId) }} />
            {labelName(labels, labelId)} {id}
            <small>{t("labelling.editor.keys", { count: keysOf(boxes).length })}</small>
          </button>
        ))}
      </div>
      {chosen !== undefined && mayLabel && (
        <div className={styles.list}>
          <Button disabled={!act.canSplit} onClick={act.split}>
            {t("video.split")}
          </Button>
          <Button
            disabled={tracks.length < 2}
            type={act.isMerging ? "primary" : "default"}
            aria-pressed={act.isMerging}
            onClick={act.merge}
          >
            {t("video.merge")}
          </Button>
          <Button disabled={!act.isKey} onClick={act.removeKey}>
            {t("video.removeKey")}
          </Button>
          <Button onClick={act.end}>{t("labelling.editor.endTrack")}</Button>
          <Button onClick={act.another}>{t("labelling.editor.newTrack")}</Button>
          <Button danger onClick={act.remove}>
            {t("labelling.editor.removeTrack")}
          </Button>
        </div>
      )}
    </>
  );
}
