import { Segmented } from "antd";
import { useTranslation } from "react-i18next";

import { useAddressParts } from "@/components/ui/use-address";

import styles from "./video/video.module.css";

type Scope = "whole" | "segments";

/** Whether a recording or video is named as a whole, or stretch by stretch; lives in the address. */
export function ClassScope() {
  const { t } = useTranslation();
  const [params, change] = useAddressParts();
  return (
    <Segmented<Scope>
      className={styles.scope}
      aria-label={t("audio.scope")}
      value={params.get("by") === "segments" ? "segments" : "whole"}
      onChange={(scope) => change({ by: scope === "segments" ? scope : null })}
      options={[
        { value: "whole", label: t("audio.whole") },
        { value: "segments", label: t("audio.bySegments") },
      ]}
    />
  );
}
