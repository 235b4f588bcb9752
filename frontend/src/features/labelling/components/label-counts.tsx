import { useTranslation } from "react-i18next";

import type { Label } from "@/api/datasets";
import { keysOfLabels } from "@/components/ui/label-keys";
import { Count } from "@/components/ui/numbers";

import panel from "./label-panel.module.css";

interface Props {
  labels: readonly Label[];
  counts: readonly { readonly id: string; readonly num: number }[];
  chosen: string | null;
  onChoose: (labelId: string) => void;
}

/** The labels that are suggested, with how often; a key turns to one. */
export function LabelCounts({ labels, counts, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const keys = keysOfLabels(labels);
  const rows = counts.flatMap(({ id, num }) => {
    const label = labels.find((other) => other.id === id);
    return label === undefined ? [] : [{ ...label, num }];
  });
  return (
    <aside className={panel.panel} aria-label={t("labelling.suggest.title")}>
      <div className={panel.list} role="group" aria-label={t("labelling.labels")}>
        {rows.map(({ id, name, color, num }) => (
          <button
            key={id}
            type="button"
            className={panel.label}
            aria-pressed={id === chosen}
            aria-keyshortcuts={keys.get(id)}
            onClick={() => onChoose(id)}
          >
            <i className={panel.dot} style={{ background: color }} />
            <span className={panel.name}>{name}</span>
            <span className={panel.hint}>
              <Count value={num} />
            </span>
          </button>
        ))}
      </div>
      <p className={`${panel.hint} ${panel.keys}`}>{t("labelling.suggest.wall.hint")}</p>
    </aside>
  );
}
