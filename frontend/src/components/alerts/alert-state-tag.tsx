import { BellOutlined, CheckCircleOutlined, EyeOutlined } from "@ant-design/icons";
import { Tag } from "antd";
import { useTranslation } from "react-i18next";

import type { AlertState } from "@/api/alerts";

const LOOKS = {
  firing: { color: "error", icon: <BellOutlined /> },
  acknowledged: { color: "warning", icon: <EyeOutlined /> },
  resolved: { color: "success", icon: <CheckCircleOutlined /> },
} as const;

/** Whether an alert fires, somebody looks after it, or it is over. */
export function AlertStateTag({ state }: { state: AlertState }) {
  const { t } = useTranslation();
  return <Tag {...LOOKS[state]}>{t(`alerts.state.${state}`)}</Tag>;
}
