import { Button, Input, InputNumber, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Dataset } from "@/api/datasets";
import type { SampleFilters } from "@/api/sample-filters";
import { useTaskCard } from "@/api/task-card";
import { formatCount } from "@/i18n/format";

import { useStatistics } from "../../api/use-statistics";
import { queriesOf, useCounts } from "../../api/samples/use-counts";
import { useTags } from "@/api/dataset-tags";
import { FilterOption } from "./filter-option";
import styles from "./filter-rail.module.css";
import { measuresOf, rangeOf, withRange, type Measure } from "./ranges";

interface Props {
  dataset: Dataset;
  filters: SampleFilters;
  onChange: (change: Partial<SampleFilters>) => void;
}

/** Words that people sort samples by; any of the chosen ones will do. */
export function TagFilter({ dataset, filters, onChange }: Props) {
  const { t } = useTranslation();
  const tags = useTags(dataset.id);
  if ((tags.data ?? []).length === 0) return null;
  const toggle = (id: string) =>
    onChange({
      tags: filters.tags.includes(id)
        ? filters.tags.filter((other) => other !== id)
        : [...filters.tags, id],
    });
  return (
    <section>
      <h3>{t("views.tags")}</h3>
      {tags.data?.map((tag) => (
        <FilterOption
          key={tag.id}
          name={tag.name}
          count={tag.num_samples}
          isChosen={filters.tags.includes(tag.id)}
          onChoose={() => toggle(tag.id)}
        />
      ))}
    </section>
  );
}

/** Of how many people the samples are counted, the busiest first. */
const MAX_COUNTED = 20;

/** Who labelled, and when. */
export function LabellingFilter({ dataset, filters, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const statistics = useStatistics(dataset.id);
  const people = (statistics.data?.by_author ?? []).flatMap(({ author }) => author ?? []);
  const counts = useCounts(
    dataset.id,
    queriesOf(
      people.slice(0, MAX_COUNTED).map(({ id }) => id),
      (author) => ({ author }),
    ),
  );
  const named = ({ id, name }: { id: string; name: string }) => {
    const count = counts.data?.[id];
    return count === undefined ? name : `${name} (${formatCount(count, i18n.language)})`;
  };
  return (
    <section>
      <h3>{t("views.labelling")}</h3>
      {(people.length > 0 || filters.author !== null) && (
        <Select
          allowClear
          className={styles.select}
          aria-label={t("views.author")}
          placeholder={t("views.anyone")}
          value={filters.author}
          options={people.map((person) => ({ value: person.id, label: named(person) }))}
          onChange={(author: string | undefined) => onChange({ author: author ?? null })}
        />
      )}
      <Day
        name={t("views.from")}
        value={filters.labelledFrom}
        onChange={(labelledFrom) => onChange({ labelledFrom })}
      />
      <Day
        name={t("views.until")}
        value={filters.labelledUntil}
        onChange={(labelledUntil) => onChange({ labelledUntil })}
      />
    </section>
  );
}

interface DayProps {
  name: string;
  value: string | null;
  onChange: (day: string | null) => void;
}

function Day({ name, value, onChange }: DayProps) {
  return (
    <label className={styles.day}>
      <span>{name}</span>
      <Input
        type="date"
        size="small"
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
      />
    </label>
  );
}

/** How large samples are, in what their medium has; folded until it is used. */
export function RangeFilter({ dataset, filters, onChange }: Props) {
  const { t } = useTranslation();
  const card = useTaskCard(dataset.task);
  const [wasOpened, setOpened] = useState(false);
  const isOpen = wasOpened || filters.ranges.length > 0;
  if (card === undefined) return null;
  return (
    <section>
      <h3>{t("views.size")}</h3>
      {isOpen ? (
        measuresOf(card.media, card.annotation_card).map((measure) => (
          <RangeFields
            key={measure}
            measure={measure}
            ranges={filters.ranges}
            onChange={(ranges) => onChange({ ranges })}
          />
        ))
      ) : (
        <Button type="link" size="small" onClick={() => setOpened(true)}>
          {t("views.askSize")}
        </Button>
      )}
    </section>
  );
}

interface RangeFieldsProps {
  measure: Measure;
  ranges: readonly string[];
  onChange: (ranges: string[]) => void;
}

function RangeFields({ measure, ranges, onChange }: RangeFieldsProps) {
  const { t } = useTranslation();
  const { low, high } = rangeOf(ranges, measure);
  const name = t(`views.measure.${measure}`);
  const set = (side: { low?: number | null; high?: number | null }) =>
    onChange(withRange(ranges, measure, { low, high, ...side }));
  return (
    <div className={styles.range}>
      <span>{name}</span>
      <InputNumber
        size="small"
        controls={false}
        changeOnBlur
        value={low}
        placeholder={t("views.least")}
        aria-label={t("views.leastOf", { name })}
        onChange={(value) => set({ low: value })}
      />
      <InputNumber
        size="small"
        controls={false}
        changeOnBlur
        value={high}
        placeholder={t("views.most")}
        aria-label={t("views.mostOf", { name })}
        onChange={(value) => set({ high: value })}
      />
    </div>
  );
}
