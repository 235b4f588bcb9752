import { Button, Input } from "antd";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { commandKey } from "@/components/ui/keyboard";

import { useWave } from "../../api/use-wave";
import { newId, withoutRegion, withRegion } from "../../model/annotations";
import {
  between,
  joinedTexts,
  moved,
  neighbour,
  segmentsOf,
  type SegmentRegion,
} from "../../model/segments";
import { labelColor, type EditorProps } from "../editor";
import { ClassScope } from "../class-scope";
import styles from "./audio.module.css";
import { KeyLegend } from "../key-legend";
import { SegmentList } from "./segment-list";
import { AudioStage } from "./audio-stage";
import { useSegmentKeys } from "./use-segment-keys";
import { useWavePlayer } from "./use-wave-player";
import { WaveNotice } from "./wave-notice";

const FAINT = "40";
const STRONG = "80";

interface Props extends EditorProps {
  /** Whether it is written down what is said, in the whole and in each segment. */
  hasText: boolean;
}

/** A recording: stretches with a class and what is said there, drawn on its wave or set by key. */
export function AudioEditor(props: Props) {
  const { sample, source, labels, annotations, label, mayLabel, selected, hasText } = props;
  const { onChange, onSelect } = props;
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const start = useRef<number>(null);
  const wave = useWave(sample.id);
  const durationMs = sample.duration_ms ?? 0;
  const durationSeconds = durationMs / 1000;
  const segments = useMemo(() => segmentsOf(annotations), [annotations]);
  const chosen = segments.find(({ id }) => id === selected);
  const needsLabel = !hasText && label === null;
  const mayDraw = mayLabel && !needsLabel;

  const put = (segment: SegmentRegion) => onChange(withRegion(annotations, segment));
  const draw = (from: number, to: number) => {
    const geometry = between(from, to, durationMs);
    if (geometry === null) return;
    const id = newId();
    put({ id, labelId: label?.id ?? null, geometry, text: null });
    onSelect(id);
  };
  const reshape = (segment: SegmentRegion, from: number, to: number) => {
    const geometry = between(from, to, durationMs);
    if (geometry !== null) put({ ...segment, geometry });
  };
  const player = useWavePlayer(place, {
    url: source.url,
    durationSeconds,
    peaks: wave.wave.isPending ? undefined : (wave.wave.data ?? null),
    segments,
    selected,
    colorOf: (segment) =>
      labelColor(labels, segment === null ? (label?.id ?? null) : segment.labelId) +
      (segment !== null && segment.id === selected ? STRONG : FAINT),
    mayDraw,
    onDraw: draw,
    onMove: (id, from, to) => {
      const segment = segments.find((one) => one.id === id);
      if (segment !== undefined) reshape(segment, from, to);
    },
    onSelect,
  });
  const play = (segment: SegmentRegion) => {
    const { start_ms: from, end_ms: to } = segment.geometry;
    onSelect(segment.id);
    player.show(from / 1000, to / 1000);
    player.playBetween(from / 1000, to / 1000);
  };
  useSegmentKeys({
    playPause: player.playPause,
    playChosen: () => chosen && play(chosen),
    skip: (by) => player.goTo(player.now() + by),
    edge: (side) => {
      if (!mayDraw) return;
      const at = player.now() * 1000;
      if (chosen !== undefined) {
        const { start_ms: from, end_ms: to } = chosen.geometry;
        if (side === "start") reshape(chosen, at, to);
        else reshape(chosen, from, at);
      } else if (side === "start") start.current = at;
      else if (start.current !== null) {
        draw(start.current, at);
        start.current = null;
      }
    },
    step: (by) => {
      const next = neighbour(segments, selected, by, player.now() * 1000);
      if (next === undefined) return;
      onSelect(next.id);
      player.show(next.geometry.start_ms / 1000, next.geometry.end_ms / 1000);
    },
    nudge: (ms) => {
      if (chosen === undefined || !mayLabel) return false;
      put({ ...chosen, geometry: moved(chosen.geometry, ms, durationMs) });
      return true;
    },
    zoom: player.zoom,
    fit: player.fit,
  });
  return (
    <div className={styles.page}>
      {!hasText && <ClassScope />}
      <WaveNotice {...wave} />
      <AudioStage
        sampleId={sample.id}
        durationSeconds={durationSeconds}
        place={place}
        player={player}
      />
      <p className={styles.hint}>
        {needsLabel ? t("labelling.editor.needsLabel") : t("audio.hint")} <SegmentKeys />
      </p>
      {hasText && <WholeText {...props} segments={segments} />}
      <SegmentList
        segments={segments}
        labels={labels}
        selected={selected}
        hasText={hasText}
        mayLabel={mayLabel}
        onSelect={onSelect}
        onPlay={play}
        onText={(id, text) => {
          const segment = segments.find((one) => one.id === id);
          if (segment !== undefined) put({ ...segment, text: text.trim() === "" ? null : text });
        }}
        onRemove={(id) => onChange(withoutRegion(annotations, id))}
      />
    </div>
  );
}

function SegmentKeys() {
  const { t } = useTranslation();
  const command = commandKey();
  return (
    <KeyLegend
      keys={[
        [`${command} + ␣`, t("audio.keys.play")],
        [`${command} + ↵`, t("audio.keys.chosen")],
        [`${command} + ← →`, t("audio.keys.skip")],
        ["[ ]", t("audio.keys.edges")],
        ["↑ ↓", t("audio.keys.step")],
        ["← →", t("audio.keys.nudge")],
        ["+ − .", t("audio.keys.zoom")],
      ]}
    />
  );
}

/** What is said in the whole recording; segments can say it instead. */
function WholeText({
  annotations,
  mayLabel,
  onChange,
  segments,
}: Props & { segments: readonly SegmentRegion[] }) {
  const { t } = useTranslation();
  const given = annotations.texts[0] ?? "";
  const [text, setText] = useState(given);
  const [seen, setSeen] = useState(given);
  if (given !== seen) {
    setSeen(given);
    setText(given);
  }
  const save = (next: string) => {
    setText(next);
    if (next !== given) onChange({ ...annotations, texts: next.trim() === "" ? [] : [next] });
  };
  const joined = joinedTexts(segments);
  return (
    <div className={styles.whole}>
      <Input.TextArea
        aria-label={t("labelling.editor.transcript")}
        placeholder={t("labelling.editor.transcriptHint")}
        autoSize={{ minRows: 2, maxRows: 6 }}
        disabled={!mayLabel}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => save(text)}
      />
      {joined !== "" && joined !== text && mayLabel && (
        <Button size="small" onClick={() => save(joined)}>
          {t("audio.fromSegments")}
        </Button>
      )}
    </div>
  );
}
