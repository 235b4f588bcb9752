import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";

import type { AnnotationKind } from "@/api/task-card";

import styles from "../labelling.module.css";
import type { EditorProps } from "./editor";
import { RegionAttributes } from "./region-attributes";
import { WithFrameClock } from "./with-frame-clock";

// Each editor comes with its own library; nobody loads the others.
const BoxesEditor = lazy(async () => ({
  default: (await import("./boxes-editor")).BoxesEditor,
}));
const OutlinesEditor = lazy(async () => ({
  default: (await import("./outlines-editor")).OutlinesEditor,
}));
const SpansEditor = lazy(async () => ({
  default: (await import("./spans-editor")).SpansEditor,
}));
const RelationsEditor = lazy(async () => ({
  default: (await import("./relations-editor")).RelationsEditor,
}));
const TextsEditor = lazy(async () => ({
  default: (await import("./texts-editor")).TextsEditor,
}));
const TracksEditor = lazy(async () => ({
  default: (await import("./tracks-editor")).TracksEditor,
}));
const AudioEditor = lazy(async () => ({
  default: (await import("./audio-editor")).AudioEditor,
}));
const VideoSegmentsEditor = lazy(async () => ({
  default: (await import("./video-segments-editor")).VideoSegmentsEditor,
}));
const ScoreEditor = lazy(async () => ({
  default: (await import("./score-editor")).ScoreEditor,
}));

interface EditorViewProps extends EditorProps {
  kind: AnnotationKind;
}

/** The editor for a kind of annotation. */
export function EditorView({ kind, ...props }: EditorViewProps) {
  const { t } = useTranslation();
  const waiting = <div className={styles.stage} role="status" aria-label={t("ui.loading")} />;
  return (
    <>
      <RegionAttributes {...props} />
      <Suspense fallback={waiting}>{editorOf(kind, props)}</Suspense>
    </>
  );
}

function editorOf(kind: AnnotationKind, props: EditorProps) {
  switch (kind) {
    case "boxes":
      return <BoxesEditor {...props} hasPoints />;
    case "products":
      return <BoxesEditor {...props} />;
    case "text_lines":
      return <BoxesEditor {...props} hasText />;
    case "outlines":
      return <OutlinesEditor {...props} hasPoints />;
    case "defects":
      return <OutlinesEditor {...props} />;
    case "spans":
    case "opinions":
      return <SpansEditor {...props} />;
    case "relations":
      return <RelationsEditor {...props} />;
    case "transcript":
      return <AudioEditor {...props} hasText />;
    case "captions":
      return <TextsEditor {...props} />;
    case "tracks":
      return (
        <WithFrameClock sample={props.sample}>
          {(clock) => <TracksEditor {...props} clock={clock} />}
        </WithFrameClock>
      );
    case "score":
      return <ScoreEditor {...props} />;
    case "classes":
      // Whole samples get classes without an editor; only stretches of time need one.
      return props.source.media === "audio" ? (
        <AudioEditor {...props} hasText={false} />
      ) : (
        <WithFrameClock sample={props.sample}>
          {(clock) => <VideoSegmentsEditor {...props} clock={clock} />}
        </WithFrameClock>
      );
    case "none":
      return null;
  }
}
