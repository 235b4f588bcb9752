import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";

import styles from "./media.module.css";
import { ImageView } from "./image-view";
import type { Source } from "./source";
import { PairView, TextView } from "./text-view";

// Players and tables come only to pages that show a recording, a video or rows.
const AudioView = lazy(async () => ({ default: (await import("./audio-view")).AudioView }));
const VideoView = lazy(async () => ({ default: (await import("./video-view")).VideoView }));
const TableView = lazy(async () => ({ default: (await import("./table-view")).TableView }));

/** One sample at full size, whatever it holds. */
export function SampleMedia({ source, maxHeight }: { source: Source; maxHeight?: string }) {
  const { t } = useTranslation();
  const waiting = <div className={styles.waiting} role="status" aria-label={t("ui.loading")} />;
  return <Suspense fallback={waiting}>{viewOf(source, maxHeight)}</Suspense>;
}

function viewOf(source: Source, maxHeight?: string) {
  switch (source.media) {
    case "image":
      return <ImageView source={source} maxHeight={maxHeight} />;
    case "text":
      return <TextView source={source} />;
    case "text_pair":
      return <PairView source={source} />;
    case "audio":
      return <AudioView source={source} />;
    case "video":
      return <VideoView source={source} maxHeight={maxHeight} />;
    case "table":
      return <TableView source={source} />;
  }
}
