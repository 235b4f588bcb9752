import {
  CloudServerOutlined,
  DatabaseOutlined,
  ExperimentOutlined,
  TagsOutlined,
} from "@ant-design/icons";
import { useTranslation } from "react-i18next";

import styles from "./home.module.css";

const STEPS = [
  { key: "data", icon: <DatabaseOutlined /> },
  { key: "label", icon: <TagsOutlined /> },
  { key: "train", icon: <ExperimentOutlined /> },
  { key: "deploy", icon: <CloudServerOutlined /> },
] as const;

/** What this product does, in four steps. */
export function FourSteps() {
  const { t } = useTranslation();
  return (
    <ol className={styles.steps}>
      {STEPS.map(({ key, icon }, index) => (
        <li key={key} className={styles.step}>
          <span className={styles.stepHead}>
            <span className={styles.number}>{index + 1}</span>
            <span aria-hidden className={styles.icon}>
              {icon}
            </span>
          </span>
          <strong>{t(`home.step.${key}.title`)}</strong>
          <span className={styles.text}>{t(`home.step.${key}.text`)}</span>
        </li>
      ))}
    </ol>
  );
}
