import { Input } from "antd";
import { useTranslation } from "react-i18next";

import { withRegion, type Region } from "../../model/annotations";
import type { EditorProps } from "../editor";
import styles from "../editors.module.css";

/** What is written in the chosen region. */
export function RegionText(props: EditorProps & { region: Region | undefined }) {
  const { region, annotations, mayLabel, onChange } = props;
  const { t } = useTranslation();
  return (
    <div className={styles.tools}>
      {region === undefined ? (
        <span className={styles.hint}>{t("labelling.editor.drawLine")}</span>
      ) : (
        <Input
          key={region.id}
          ref={(input) => input?.focus()}
          aria-label={t("labelling.editor.lineText")}
          placeholder={t("labelling.editor.lineText")}
          disabled={!mayLabel}
          defaultValue={region.text ?? ""}
          onPressEnter={({ currentTarget }) => currentTarget.blur()}
          onBlur={({ target }) =>
            onChange(withRegion(annotations, { ...region, text: target.value }))
          }
        />
      )}
    </div>
  );
}
