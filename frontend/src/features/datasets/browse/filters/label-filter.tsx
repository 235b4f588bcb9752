import { Button, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Label } from "@/api/datasets";

import { FilterOption } from "./filter-option";
import styles from "./filter-rail.module.css";

const NUM_SHOWN = 12;

interface Props {
  labels: readonly Label[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** The labels with their counts; any of the chosen ones will do. Long lists can be searched. */
export function LabelFilter({ labels, chosen, onChange }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState("");
  if (labels.length === 0) return null;
  const found = labels.filter(
    (label) => label.name.toLowerCase().includes(search.toLowerCase()) || chosen.includes(label.id),
  );
  const shown = isOpen ? found.slice(0, 500) : found.slice(0, NUM_SHOWN);
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <section>
      <h3>{t("datasets.filters.labels")}</h3>
      {labels.length > NUM_SHOWN && (
        <Input
          size="small"
          className={styles.select}
          aria-label={t("datasets.filters.findLabel")}
          placeholder={t("datasets.filters.findLabel")}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {shown.map((label) => (
        <FilterOption
          key={label.id}
          name={label.name}
          color={label.color}
          count={label.num_samples}
          isChosen={chosen.includes(label.id)}
          onChoose={() => toggle(label.id)}
        />
      ))}
      {found.length > NUM_SHOWN && (
        <Button type="link" size="small" onClick={() => setOpen(!isOpen)}>
          {isOpen
            ? t("datasets.filters.fewer")
            : t("datasets.filters.more", { count: found.length - NUM_SHOWN })}
        </Button>
      )}
    </section>
  );
}
