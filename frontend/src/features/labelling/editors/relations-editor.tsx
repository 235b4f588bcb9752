import { CloseOutlined } from "@ant-design/icons";
import { Segmented } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { sliceCodePoints } from "@/components/answers/code-points";
import { WithText } from "@/components/media/text-view";

import type { RegionRelation } from "../model/annotations";
import { labelColor, labelName, type EditorProps } from "./editor";
import styles from "./editors.module.css";
import { MarkList } from "./mark-list";
import { SpansOfText, spansOf, type SpanRegion } from "./spans-editor";

type Way = "spans" | "relations";

/** Marks in a text, and how they are related: choose one, then another, under the relation's label. */
export function RelationsEditor(props: EditorProps) {
  const { source, labels, said, label, mayLabel, onSelect, onChange } = props;
  const { t } = useTranslation();
  const [way, setWay] = useState<Way>("spans");
  const [subject, setSubject] = useState<string | null>(null);
  const choose = (region: SpanRegion) => {
    if (subject === null || subject === region.id || label === null || !mayLabel) {
      setSubject(region.id);
      onSelect(region.id);
      return;
    }
    const relation: RegionRelation = { labelId: label.id, subject, object: region.id };
    const isKnown = said.relations.some(
      (other) => JSON.stringify(other) === JSON.stringify(relation),
    );
    if (!isKnown) onChange({ ...said, relations: [...said.relations, relation] });
    setSubject(null);
    onSelect(null);
  };
  return (
    <div className={styles.page}>
      <Segmented<Way>
        style={{ justifySelf: "start" }}
        aria-label={t("labelling.editor.what")}
        value={way}
        onChange={(value) => {
          setWay(value);
          setSubject(null);
        }}
        options={(["spans", "relations"] as const).map((value) => ({
          value,
          label: t(`labelling.editor.way.${value}`),
        }))}
      />
      {way === "relations" && (
        <p className={styles.hint} role="status">
          {t(subject === null ? "labelling.editor.subject" : "labelling.editor.object", {
            label: label?.name,
          })}
        </p>
      )}
      <WithText source={source}>
        {(text) => {
          const wordsOf = (id: string) => {
            const span = spansOf(said.regions).find((region) => region.id === id);
            return span ? sliceCodePoints(text, span.geometry.start, span.geometry.end) : "";
          };
          return (
            <>
              <SpansOfText
                {...props}
                text={text}
                // While relations are made, selecting text makes no marks.
                label={way === "spans" ? label : null}
                onChoose={way === "relations" ? choose : undefined}
              />
              <ul className={styles.list} aria-label={t("labelling.editor.relations")}>
                {said.relations.map((relation, index) => (
                  <li key={index} className={styles.mark}>
                    <i style={{ background: labelColor(labels, relation.labelId) }} />
                    {wordsOf(relation.subject)} →{" "}
                    <strong>{labelName(labels, relation.labelId)}</strong> →{" "}
                    {wordsOf(relation.object)}
                    {mayLabel && (
                      <button
                        type="button"
                        className={styles.mark}
                        aria-label={t("labelling.editor.remove")}
                        onClick={() =>
                          onChange({ ...said, relations: said.relations.toSpliced(index, 1) })
                        }
                      >
                        <CloseOutlined />
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </WithText>
      <MarkList
        {...props}
        onSelect={(id) => {
          const region = spansOf(said.regions).find((other) => other.id === id);
          if (way === "relations" && region !== undefined) choose(region);
          else onSelect(id);
        }}
      />
    </div>
  );
}
