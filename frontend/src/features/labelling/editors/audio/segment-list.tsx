import { CaretRightOutlined, DeleteOutlined } from "@ant-design/icons";
import { useVirtualizer } from "@tanstack/react-virtual";
import { Button, Input, type InputRef } from "antd";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Label } from "@/api/datasets";
import { clockTime } from "@/components/media/clock-time";

import type { SegmentRegion } from "../../model/segments";
import { labelColor, labelName } from "../editor";
import styles from "./audio.module.css";

const ROW_HEIGHT = 44;
const MAX_HEIGHT = 352;

interface Props {
  segments: readonly SegmentRegion[];
  labels: readonly Label[];
  selected: string | null;
  /** Whether something is written of each. */
  hasText: boolean;
  mayLabel: boolean;
  onSelect: (id: string) => void;
  onPlay: (segment: SegmentRegion) => void;
  onText: (id: string, text: string) => void;
  onRemove: (id: string) => void;
}

/** The stretches of a sample in the order of time; only those in view are drawn. */
export function SegmentList(props: Props) {
  const { segments, selected } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  // The compiler cannot see through the virtualizer's own cache; it re-renders by itself.
  // eslint-disable-next-line react-hooks/incompatible-library
  const visible = useVirtualizer({
    count: segments.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => segments[index]?.id ?? index,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    initialRect: { width: 800, height: MAX_HEIGHT },
  });
  const place = segments.findIndex(({ id }) => id === selected);
  useEffect(() => {
    if (place >= 0) visible.scrollToIndex(place, { align: "auto" });
  }, [place, visible]);
  return (
    <section className={styles.segments} aria-label={t("audio.segments")}>
      <h2>{t("audio.segmentsNum", { count: segments.length })}</h2>
      <div ref={scroller} className={styles.scroller} style={{ maxHeight: MAX_HEIGHT }}>
        <ol style={{ height: visible.getTotalSize() }}>
          {visible.getVirtualItems().map(({ index, key, start }) => {
            const segment = segments[index];
            if (segment === undefined) return null;
            return (
              <li key={key} style={{ transform: `translateY(${start}px)`, height: ROW_HEIGHT }}>
                <SegmentRow
                  {...props}
                  segment={segment}
                  isSelected={segment.id === selected}
                  next={segments[index + 1]}
                />
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}

type RowProps = Props & {
  segment: SegmentRegion;
  next: SegmentRegion | undefined;
  isSelected: boolean;
};

function SegmentRow({ segment, next, isSelected, labels, hasText, mayLabel, ...on }: RowProps) {
  const { t } = useTranslation();
  const { id, geometry, labelId } = segment;
  const input = useRef<InputRef>(null);
  const [text, setText] = useState(segment.text ?? "");
  const [seen, setSeen] = useState(segment.text);
  // Undoing, or accepting what a model heard, changes the text from outside.
  if (segment.text !== seen) {
    setSeen(segment.text);
    setText(segment.text ?? "");
  }
  useEffect(() => {
    const isWriting = document.activeElement?.closest("[data-segment]") !== null;
    if (isSelected && isWriting) input.current?.focus();
  }, [isSelected]);
  const times = `${clockTime(geometry.start_ms / 1000)}–${clockTime(geometry.end_ms / 1000)}`;
  return (
    <div className={styles.segment} aria-current={isSelected} data-segment={id}>
      <Button
        size="small"
        type="text"
        aria-label={t("audio.playSegment", { times })}
        icon={<CaretRightOutlined />}
        onClick={() => on.onPlay(segment)}
      />
      <button type="button" className={styles.name} onClick={() => on.onSelect(id)}>
        <span className={styles.time}>{times}</span>
        {labelId !== null && (
          <span className={styles.class}>
            <i style={{ background: labelColor(labels, labelId) }} />
            {labelName(labels, labelId)}
          </span>
        )}
      </button>
      {hasText && (
        <Input
          ref={input}
          aria-label={t("audio.transcriptIn", { times })}
          placeholder={t("audio.transcriptHere")}
          disabled={!mayLabel}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onFocus={() => !isSelected && on.onSelect(id)}
          onBlur={() => text !== (segment.text ?? "") && on.onText(id, text)}
          onPressEnter={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (text !== (segment.text ?? "")) on.onText(id, text);
            if (next === undefined) event.currentTarget.blur();
            else on.onPlay(next);
          }}
        />
      )}
      <Button
        size="small"
        type="text"
        aria-label={t("audio.removeSegment", { times })}
        disabled={!mayLabel}
        icon={<DeleteOutlined />}
        onClick={() => on.onRemove(id)}
      />
    </div>
  );
}
