import { InputNumber, Radio, Slider } from "antd";
import { useTranslation } from "react-i18next";

import styles from "../endpoint/endpoint.module.css";
import own from "./versions.module.css";

interface CallsChoiceProps {
  isShadow: boolean;
  /** In percent. */
  weight: number;
  onShadow: (isShadow: boolean) => void;
  onWeight: (weight: number) => void;
}

/** Choose between a share of the calls, and copies of them to compare the answers. */
export function CallsChoice({ isShadow, weight, onShadow, onWeight }: CallsChoiceProps) {
  const { t } = useTranslation();
  const label = t("deployments.revisions.share");
  return (
    <Radio.Group
      className={own.choice}
      aria-label={t("deployments.revisions.calls")}
      value={isShadow}
      onChange={({ target }) => onShadow(target.value === true)}
    >
      <div>
        <Radio value={false}>{label}</Radio>
        <p className={styles.muted}>{t("deployments.revisions.shareText")}</p>
        {!isShadow && (
          <div className={own.slider}>
            <Slider
              ariaLabelForHandle={label}
              min={1}
              max={100}
              value={weight}
              onChange={onWeight}
            />
            <InputNumber
              aria-label={label}
              min={0.1}
              max={100}
              suffix="%"
              className={own.wide}
              value={weight}
              onChange={(value) => onWeight(value ?? 1)}
            />
          </div>
        )}
      </div>
      <div>
        <Radio value>{t("deployments.revisions.shadowChoice")}</Radio>
        <p className={styles.muted}>{t("deployments.revisions.shadowText")}</p>
      </div>
    </Radio.Group>
  );
}
