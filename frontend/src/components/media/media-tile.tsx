import { PlayCircleOutlined } from "@ant-design/icons";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { clockTime } from "./clock-time";
import styles from "./media.module.css";
import type { Source } from "./source";
import { excerpt } from "./text-view";
import { useText } from "./use-text";

/** A sample among many: a thumbnail, the first lines of a text, or a waveform. */
export function MediaTile({ source }: { source: Source }) {
  switch (source.media) {
    case "image":
      return <Thumbnail source={source} />;
    case "video":
    case "audio":
      return (
        <span className={styles.tile}>
          {source.thumbnail === undefined ? (
            <PlayCircleOutlined className={styles.sign} aria-hidden />
          ) : (
            <Thumbnail source={source} />
          )}
          <Length source={source} />
        </span>
      );
    default:
      return <Excerpt source={source} />;
  }
}

/** The thumbnail, or plain words when its file cannot be shown. */
function Thumbnail({ source }: { source: Source }) {
  const { t } = useTranslation();
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <span className={styles.broken}>{t("media.broken")}</span>;
  return (
    <img
      src={source.thumbnail ?? source.url}
      alt={source.name}
      title={source.name}
      loading="lazy"
      draggable={false}
      onError={() => setBroken(true)}
    />
  );
}

function Length({ source }: { source: Source }) {
  if (source.durationSeconds === undefined) return null;
  return <span className={styles.badge}>{clockTime(source.durationSeconds)}</span>;
}

function Excerpt({ source }: { source: Source }) {
  const { t } = useTranslation();
  // A list of samples carries their first lines; the files of all of them need not be read.
  const { text, error } = useText(
    source.excerpt === undefined ? source : { ...source, text: source.excerpt },
  );
  if (error !== null) return <span className={styles.broken}>{t("media.broken")}</span>;
  return (
    <span className={styles.excerpt} title={source.name}>
      {text === undefined ? "" : excerpt(source.media, text)}
    </span>
  );
}
