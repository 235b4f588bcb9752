import { Alert } from "antd";
import { useTranslation } from "react-i18next";

import type { StreamClosing } from "./use-stream";

/** Why a stream ended. */
export function StreamEnd({ closing: { code, reason } }: { closing: StreamClosing }) {
  const { t } = useTranslation();
  const unreachable = t("deployments.live.unreachable");
  return (
    <Alert
      type="warning"
      showIcon
      title={t("deployments.live.ended")}
      description={t(`deployments.live.closed.${code}`, { defaultValue: reason || unreachable })}
    />
  );
}
