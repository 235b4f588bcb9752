import { CloseOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";

import { sliceCodePoints } from "@/components/predictions/code-points";
import { useText } from "@/components/media/use-text";

import { withoutRegion } from "../model/annotations";
import { labelColor, labelName, type EditorProps } from "./editor";
import styles from "./editors.module.css";
import { spansOf } from "./text/spans-editor";

/** All annotations of a text, to choose one by keyboard or take it away. */
export function AnnotationList(props: EditorProps) {
  const { source, labels, annotations, mayLabel, selected, onSelect, onChange } = props;
  const { t } = useTranslation();
  const { text = "" } = useText(source);
  const spans = spansOf(annotations.regions).toSorted(
    (one, other) => one.geometry.start - other.geometry.start,
  );
  return (
    <div className={styles.list} role="group" aria-label={t("labelling.editor.annotations")}>
      {spans.map(({ id, labelId, geometry }) => (
        <span key={id}>
          <button
            type="button"
            className={styles.annotation}
            aria-pressed={id === selected}
            onClick={() => onSelect(id === selected ? null : id)}
          >
            <i style={{ background: labelColor(labels, labelId) }} />
            {sliceCodePoints(text, geometry.start, geometry.end)}
            <small>{labelName(labels, labelId)}</small>
          </button>
          {mayLabel && id === selected && (
            <button
              type="button"
              className={styles.annotation}
              aria-label={t("labelling.editor.remove")}
              onClick={() => onChange(withoutRegion(annotations, id))}
            >
              <CloseOutlined />
            </button>
          )}
        </span>
      ))}
    </div>
  );
}
