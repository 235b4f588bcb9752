import { useTranslation } from "react-i18next";

import { formatCount } from "@/i18n/format";

import styles from "./image-prediction.module.css";

interface NameTogglesProps {
  colors: ReadonlyMap<string, string>;
  /** The name of every result, repeated as often as it was found. */
  names: readonly string[];
  hidden: ReadonlySet<string>;
  onChange: (hidden: ReadonlySet<string>) => void;
}

/** The names that were found, with their counts; pressing one hides what it names. */
export function NameToggles({ colors, names, hidden, onChange }: NameTogglesProps) {
  const { t, i18n } = useTranslation();
  if (colors.size < 2) return null;
  const toggle = (name: string) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    onChange(next);
  };
  return (
    <div className={styles.toggles} role="group" aria-label={t("predictions.shown")}>
      {[...colors].map(([name, color]) => (
        <button
          key={name}
          type="button"
          className={styles.toggle}
          aria-pressed={!hidden.has(name)}
          onClick={() => toggle(name)}
        >
          <i style={{ background: color }} />
          {name || t("predictions.unnamed")}
          <span className={styles.muted}>
            {formatCount(names.filter((other) => other === name).length, i18n.language)}
          </span>
        </button>
      ))}
    </div>
  );
}
