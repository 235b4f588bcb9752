import { CloseOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";

import { Markdown } from "@/components/ui/markdown";

import styles from "./assignment.module.css";

/** What the owner asks for, beside the sample; no dialog, so that all keys go on working. */
export function Instructions({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <aside className={styles.instructions} aria-label={t("assignments.instructions")}>
      <header>
        <h2>{t("assignments.instructions")}</h2>
        <Button
          type="text"
          icon={<CloseOutlined />}
          aria-label={t("assignments.hideInstructions")}
          onClick={onClose}
        />
      </header>
      <Markdown text={text} />
    </aside>
  );
}
