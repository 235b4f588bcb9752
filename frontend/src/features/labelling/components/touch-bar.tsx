import { Button } from "antd";
import { useTranslation } from "react-i18next";

import styles from "../labelling.module.css";

interface Props {
  onPrevious: () => void;
  onNext: () => void;
  onUndo: () => void;
  canUndo: boolean;
}

/** Large buttons for thumbs, where there are no keys. */
export function TouchBar({ onPrevious, onNext, onUndo, canUndo }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.touch}>
      <Button size="large" onClick={onPrevious}>
        {t("labelling.previous")}
      </Button>
      <Button size="large" disabled={!canUndo} onClick={onUndo}>
        {t("labelling.undo")}
      </Button>
      <Button size="large" onClick={onNext}>
        {t("labelling.next")}
      </Button>
    </div>
  );
}
