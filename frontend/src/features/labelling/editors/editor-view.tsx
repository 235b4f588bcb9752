import { lazy, Suspense, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { AnnotationCard } from "@/api/task-card";

import styles from "../labelling.module.css";
import type { EditorProps } from "./editor";
import { RegionAttributes } from "./image/region-attributes";
import { WithFrameClock } from "./video/with-frame-clock";

// Each editor comes with its own library; nobody loads the others.
const BoxesEditor = lazy(async () => ({
  default: (await import("./image/boxes-editor")).BoxesEditor,
}));
const OutlinesEditor = lazy(async () => ({
  default: (await import("./image/outlines-editor")).OutlinesEditor,
}));
const SpansEditor = lazy(async () => ({
  default: (await import("./text/spans-editor")).SpansEditor,
}));
const RelationsEditor = lazy(async () => ({
  default: (await import("./text/relations-editor")).RelationsEditor,
}));
const TextsEditor = lazy(async () => ({
  default: (await import("./text/texts-editor")).TextsEditor,
}));
const TracksEditor = lazy(async () => ({
  default: (await import("./video/tracks-editor")).TracksEditor,
}));
const AudioEditor = lazy(async () => ({
  default: (await import("./audio/audio-editor")).AudioEditor,
}));
const VideoSegmentsEditor = lazy(async () => ({
  default: (await import("./video/video-segments-editor")).VideoSegmentsEditor,
}));
const ScoreEditor = lazy(async () => ({
  default: (await import("./text/score-editor")).ScoreEditor,
}));

type Editor = NonNullable<AnnotationCard["editor"]>;

/** The editors that cards of annotations name. */
const EDITORS: Record<Editor, (props: EditorProps, card: AnnotationCard) => ReactNode> = {
  boxes: (props, { points, region_texts: hasText }) => (
    <BoxesEditor {...props} hasPoints={points} hasText={hasText} />
  ),
  outlines: (props, { points }) => <OutlinesEditor {...props} hasPoints={points} />,
  spans: (props) => <SpansEditor {...props} />,
  relations: (props) => <RelationsEditor {...props} />,
  texts: (props) => <TextsEditor {...props} />,
  tracks: (props) => (
    <WithFrameClock sample={props.sample}>
      {(clock) => <TracksEditor {...props} clock={clock} />}
    </WithFrameClock>
  ),
  score: (props) => <ScoreEditor {...props} />,
  segments: (props, { region_texts: hasText }) =>
    props.source.media === "audio" ? (
      <AudioEditor {...props} hasText={hasText} />
    ) : (
      <WithFrameClock sample={props.sample}>
        {(clock) => <VideoSegmentsEditor {...props} clock={clock} />}
      </WithFrameClock>
    ),
};

interface EditorViewProps extends EditorProps {
  card: AnnotationCard;
}

/** The editor for a kind of annotation. */
export function EditorView({ card, ...props }: EditorViewProps) {
  const { t } = useTranslation();
  const waiting = <div className={styles.stage} role="status" aria-label={t("ui.loading")} />;
  return (
    <>
      <RegionAttributes {...props} />
      <Suspense fallback={waiting}>
        {card.editor !== null && EDITORS[card.editor](props, card)}
      </Suspense>
    </>
  );
}
