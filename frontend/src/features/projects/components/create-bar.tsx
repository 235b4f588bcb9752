import { Button, Form } from "antd";
import { useTranslation } from "react-i18next";

import { taskTextKey } from "@/api/task-card";

import styles from "./new-project.module.css";

/** What is about to be created, and the button for it: in sight however far the tasks scroll. */
export function CreateBar({ isSending }: { isSending: boolean }) {
  const { t } = useTranslation();
  const task = Form.useWatch<string | undefined>("task");
  return (
    <div className={styles.bar}>
      {task !== undefined && <strong>{t(`tasks.${taskTextKey(task)}.name`)}</strong>}
      <Button type="primary" htmlType="submit" loading={isSending}>
        {t("projects.create")}
      </Button>
    </div>
  );
}
