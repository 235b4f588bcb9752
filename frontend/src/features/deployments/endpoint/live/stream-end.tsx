import { Alert } from "antd";
import { useTranslation } from "react-i18next";

/** Why a stream ended. */
export function StreamEnd({ reason }: { reason: string }) {
  const { t } = useTranslation();
  return (
    <Alert
      type="warning"
      showIcon
      title={t("deployments.live.ended")}
      description={reason === "" ? t("deployments.live.unreachable") : reason}
    />
  );
}
