import { useTranslation } from "react-i18next";

import { featureText } from "../report/feature-text";
import styles from "./cases.module.css";
import version from "../version/version.module.css";

/** Parts of a text or columns of a row by what they spoke for: blue for the prediction, red against. */
export function Attributions({ attributions }: { attributions: readonly [string, number][] }) {
  const { t } = useTranslation();
  return (
    <div>
      <h3 className={version.muted}>{t("models.sections.attributions")}</h3>
      <p className={styles.attributions}>
        {attributions.map(([part, weight], index) => (
          <span
            key={index}
            title={weight.toFixed(2)}
            className={styles.part}
            style={{
              background: `color-mix(in srgb, var(--series-${weight >= 0 ? 1 : 2}) ${Math.min(60, Math.abs(weight) * 60)}%, transparent)`,
            }}
          >
            {featureText(t, part)}
            {/* Colour is never the only sign. */}
            <small>{weight >= 0 ? "+" : "−"}</small>
          </span>
        ))}
      </p>
    </div>
  );
}
