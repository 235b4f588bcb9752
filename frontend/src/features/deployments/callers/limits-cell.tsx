import { useTranslation } from "react-i18next";

import { formatNumber } from "@/i18n/format";

import type { EndpointKey } from "../types";
import { NAMES } from "./limits";
import styles from "./limits.module.css";

/** How much a key may call and from where, in few words. */
export function LimitsCell({ limits, networks }: Pick<EndpointKey, "limits" | "networks">) {
  const { t, i18n } = useTranslation();
  const parts = NAMES.flatMap((name) => {
    const value = limits[name];
    if (value == null) return [];
    const number = formatNumber(value, i18n.language, 15);
    return [t(`deployments.limits.${name}.short`, { number })];
  });
  return (
    <>
      {parts.length === 0 ? t("deployments.limits.unlimited") : parts.join(" · ")}
      {networks.length > 0 && (
        <div className={styles.networks}>
          {t("deployments.limits.from")} <code>{networks.join(" ")}</code>
        </div>
      )}
    </>
  );
}
