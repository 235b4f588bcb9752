import { CloseOutlined } from "@ant-design/icons";
import { Segmented } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { sliceCodePoints } from "@/components/predictions/code-points";
import { WithText } from "@/components/media/text-view";

import type { RegionRelation } from "../../model/annotations";
import { useStored } from "../../use-stored";
import { labelColor, labelName, type EditorProps } from "../editor";
import styles from "../editors.module.css";
import { AnnotationList } from "../annotation-list";
import { SpansOfText, spansOf, type SpanRegion } from "./spans-editor";

type Way = "spans" | "relations";

/** What is made now, and the label of each when it was made last. */
interface Kept {
  readonly way: Way;
  readonly spans?: string | undefined;
  readonly relations?: string | undefined;
}

/**
 * Annotations in a text, and how they are related: choose one, then another, under the relation's label.
 * Samples follow each other in the same way, so that one person can make the relations of many.
 */
export function RelationsEditor(props: EditorProps) {
  const { source, labels, annotations, label, onLabel, mayLabel, selected, onSelect, onChange } =
    props;
  const { t } = useTranslation();
  const key = `easel.labelling.relations.${props.sample.dataset_id}`;
  const [kept, keep] = useStored<Kept>(sessionStorage, key, { way: "spans" });
  const { way } = kept;
  const [subject, setSubject] = useState<string | null>(null);
  const turnTo = (next: Way) => {
    keep({ ...kept, [way]: label?.id, way: next });
    const [first] = next === "relations" ? annotations.relations : annotations.regions;
    const wanted = kept[next] ?? first?.labelId;
    if (wanted != null) onLabel(wanted);
    // Keys give a label to what is selected: the subject of a relation is not.
    onSelect(null);
    setSubject(null);
  };
  const chosen = way === "relations" ? subject : selected;
  const choose = (region: SpanRegion) => {
    if (subject === null || subject === region.id || label === null || !mayLabel) {
      setSubject(region.id);
      return;
    }
    const relation: RegionRelation = { labelId: label.id, subject, object: region.id };
    const isKnown = annotations.relations.some(
      (other) => JSON.stringify(other) === JSON.stringify(relation),
    );
    if (!isKnown) onChange({ ...annotations, relations: [...annotations.relations, relation] });
    setSubject(null);
  };
  return (
    <div className={styles.page}>
      <Segmented<Way>
        style={{ justifySelf: "start" }}
        aria-label={t("labelling.editor.what")}
        value={way}
        onChange={turnTo}
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
            const span = spansOf(annotations.regions).find((region) => region.id === id);
            return span ? sliceCodePoints(text, span.geometry.start, span.geometry.end) : "";
          };
          return (
            <>
              <SpansOfText
                {...props}
                text={text}
                selected={chosen}
                // While relations are made, selecting text makes no annotations.
                label={way === "spans" ? label : null}
                onChoose={way === "relations" ? choose : undefined}
              />
              <ul className={styles.list} aria-label={t("labelling.editor.relations")}>
                {annotations.relations.map((relation, index) => (
                  <li key={index} className={styles.annotation}>
                    <i style={{ background: labelColor(labels, relation.labelId) }} />
                    {wordsOf(relation.subject)} →{" "}
                    <strong>{labelName(labels, relation.labelId)}</strong> →{" "}
                    {wordsOf(relation.object)}
                    {mayLabel && (
                      <button
                        type="button"
                        className={styles.annotation}
                        aria-label={t("labelling.editor.remove")}
                        onClick={() =>
                          onChange({
                            ...annotations,
                            relations: annotations.relations.toSpliced(index, 1),
                          })
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
      <AnnotationList
        {...props}
        selected={chosen}
        onSelect={(id) => {
          const region = spansOf(annotations.regions).find((other) => other.id === id);
          if (way === "spans") onSelect(id);
          else if (region === undefined) setSubject(null);
          else choose(region);
        }}
      />
    </div>
  );
}
