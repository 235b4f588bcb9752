import { InputNumber, Slider } from "antd";
import { useTranslation } from "react-i18next";

import { SampleMedia } from "@/components/media/sample-media";

import type { EditorProps } from "../editor";
import styles from "../editors.module.css";

/** From "nothing in common" to "the same", as collections of sentence pairs have it. */
const MAX_SCORE = 5;
const ONE_LINE = { whiteSpace: "nowrap" } as const;

/** A number for the whole sample. Datasets with labels give one of those instead. */
export function ScoreEditor({ source, labels, annotations, mayLabel, onChange }: EditorProps) {
  const { t } = useTranslation();
  const give = (value: number | null) => onChange({ ...annotations, value });
  return (
    <div className={styles.page}>
      <SampleMedia source={source} />
      {labels.length === 0 && (
        <div className={styles.score}>
          <Slider
            className={styles.grow}
            ariaLabelForHandle={t("labelling.editor.score")}
            disabled={!mayLabel}
            min={0}
            max={MAX_SCORE}
            step={0.1}
            marks={{
              0: { label: t("labelling.editor.different"), style: ONE_LINE },
              [MAX_SCORE]: { label: t("labelling.editor.same"), style: ONE_LINE },
            }}
            value={annotations.value ?? 0}
            onChangeComplete={give}
          />
          <InputNumber
            aria-label={t("labelling.editor.score")}
            disabled={!mayLabel}
            min={0}
            step={0.1}
            value={annotations.value}
            onChange={give}
          />
        </div>
      )}
    </div>
  );
}
