import { App } from "antd";
import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated/schema";

type Revocation = components["schemas"]["Revocation"];

/** Say of something revoked that some model server may still accept it; nothing once it is done. */
export function useTellRevoked() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  return (answer: Revocation | undefined) => {
    if (answer?.is_effective === false) void message.warning(t("deployments.keys.revokedLater"), 8);
  };
}
