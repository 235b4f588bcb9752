import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";

import type { AssignmentDetail } from "@/api/assignments";

/** Everything that this person held is handed in, and the pool is empty for them. */
export function NothingToDo({
  detail,
  onReload,
}: {
  detail: AssignmentDetail;
  onReload: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Alert
      type="success"
      banner
      title={t("assignments.work.nothing", { name: detail.assignment.name })}
      action={<Button onClick={onReload}>{t("assignments.work.lookAgain")}</Button>}
    />
  );
}
