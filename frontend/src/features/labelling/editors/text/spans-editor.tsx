import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";

import { MarkedText } from "@/components/predictions/marked-text";
import { utf16Offsets } from "@/components/predictions/code-points";
import { WithText } from "@/components/media/text-view";

import { newId, withRegion, type GeometryOf, type Region } from "../../model/annotations";
import { labelColor, labelName, type EditorProps } from "../editor";
import styles from "../editors.module.css";
import { AnnotationList } from "../annotation-list";
import { selectedCodePoints } from "./text-place";
import { useCaret } from "./use-caret";

/** A region that annotates characters. */
export type SpanRegion = Region & { readonly geometry: GeometryOf<"span"> };

export function spansOf(regions: readonly Region[]): SpanRegion[] {
  return regions.filter((region): region is SpanRegion => region.geometry.kind === "span");
}

/** Words of a text that mean something: select them, and the label that is on annotates them. */
export function SpansEditor(props: EditorProps) {
  return (
    <div className={styles.page}>
      <WithText source={props.source}>{(text) => <SpansOfText {...props} text={text} />}</WithText>
      <AnnotationList {...props} />
    </div>
  );
}

interface SpansOfTextProps extends EditorProps {
  text: string;
  /** Choosing an annotation does something else than selecting it. */
  onChoose?: (region: SpanRegion) => void;
}

/** The text itself, in which stretches are chosen with the mouse or the keyboard. */
export function SpansOfText(props: SpansOfTextProps) {
  const { text, labels, annotations, label, mayLabel, selected, onSelect, onChange, onChoose } =
    props;
  const { proposed, lookedAt, onLookAt } = props;
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const length = useMemo(() => utf16Offsets(text).length - 1, [text]);
  const { caret, setCaret, stretch, onKeyDown } = useCaret(length);
  const spans = spansOf(annotations.regions);

  const annotate = (chosen: { start: number; end: number }) => {
    if (!mayLabel || label === null) return;
    const region: Region = {
      id: newId(),
      labelId: label.id,
      geometry: { kind: "span", ...chosen },
      text: null,
    };
    onChange(withRegion(annotations, region));
    onSelect(region.id);
    setCaret({ anchor: chosen.end, at: chosen.end });
    document.getSelection()?.removeAllRanges();
  };
  // The mouse may be let go anywhere, outside of the text too.
  const release = useEffectEvent(() => {
    const chosen = place.current && selectedCodePoints(place.current);
    if (chosen) annotate(chosen);
  });
  useEffect(() => {
    const listen = () => release();
    window.addEventListener("mouseup", listen);
    return () => window.removeEventListener("mouseup", listen);
  }, []);

  const drawn = [
    ...spans.map(({ id, geometry, labelId }) => ({
      start: geometry.start,
      end: geometry.end,
      name: labelName(labels, labelId),
      color: labelColor(labels, labelId),
      id,
    })),
    ...proposed.flatMap(({ id, geometry, labelId, score }) =>
      geometry.kind === "span"
        ? [
            {
              start: geometry.start,
              end: geometry.end,
              name: `${labelName(labels, labelId)} ${Math.round(score * 100)}%`,
              color: labelColor(labels, labelId),
              isSuggested: true,
              id,
            },
          ]
        : [],
    ),
    ...(stretch === null
      ? []
      : [{ ...stretch, name: "", color: label?.color ?? "#8a8d93", id: null }]),
  ];
  const active = drawn.findIndex(({ id }) => id !== null && id === (lookedAt ?? selected));
  return (
    <>
      {onChoose === undefined && (
        <p className={styles.hint}>
          {t(label === null ? "labelling.editor.needsLabel" : "labelling.editor.spanHint", {
            label: label?.name,
          })}
        </p>
      )}
      {/* A text in which a caret moves; there is no role for it but this. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={place}
        className={styles.text}
        role="application"
        aria-label={t("labelling.editor.text", { at: caret.at, length })}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={(event) => {
          if (onKeyDown(event)) return;
          if (event.key === "Enter" && stretch !== null) {
            event.preventDefault();
            event.stopPropagation();
            annotate(stretch);
          }
        }}
      >
        <MarkedText
          text={text}
          spans={drawn}
          active={active < 0 ? null : active}
          onChoose={(index) => {
            const region = spans[index];
            if (region === undefined) {
              const id = drawn[index]?.id;
              if (id != null) onLookAt(id);
              return;
            }
            if (onChoose) onChoose(region);
            else onSelect(region.id);
          }}
        />
      </div>
    </>
  );
}
