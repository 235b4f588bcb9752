import { Checkbox } from "antd";
import { useTranslation } from "react-i18next";

import type { Choice } from "../order";
import styles from "./batches.module.css";

interface Props {
  choice: Choice;
  onChange: (part: Partial<Choice>) => void;
}

/** Whether the predictions become suggestions that people review and accept. */
export function KeepChoice({ choice, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.checks}>
      <Checkbox
        checked={choice.keepsSuggestions}
        onChange={({ target }) => onChange({ keepsSuggestions: target.checked })}
      >
        {t("batches.new.keep")}
      </Checkbox>
      <p className={styles.muted}>{t("batches.new.keepText")}</p>
      {choice.keepsSuggestions && (
        <Checkbox
          checked={choice.makesLabels}
          onChange={({ target }) => onChange({ makesLabels: target.checked })}
        >
          {t("batches.new.makeLabels")}
        </Checkbox>
      )}
    </div>
  );
}
