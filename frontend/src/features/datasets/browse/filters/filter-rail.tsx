import { Input, Select } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { useProjectAssignments } from "@/api/assignments";
import { useLabels, type Dataset } from "@/api/datasets";

import { queriesOf, useCounts } from "../../api/samples/use-counts";
import { useSampleCount } from "../../api/samples/use-sample-count";
import { useStatistics } from "../../api/use-statistics";
import { useSuggestedCounts } from "../../api/samples/use-suggested-counts";
import { useVersions } from "../../api/versions/use-versions";
import { FilterOption } from "./filter-option";
import { FindingFilter } from "./finding-filter";
import styles from "./filter-rail.module.css";
import { NO_FILTERS, SOURCES, SPLITS, SUGGESTED, type SampleFilters } from "@/api/sample-filters";
import { AttributeFilter } from "./attribute-filter";
import { DisagreementFilter } from "./disagreement-filter";
import { LabelFilter } from "./label-filter";
import { LabellingFilter, RangeFilter, TagFilter } from "./more-filters";
import { SavedViews } from "../saved-views";

interface Props {
  dataset: Dataset;
  filters: SampleFilters;
  onChange: (change: Partial<SampleFilters>) => void;
}

/** Narrow the wall down; every choice says how many samples it leaves. */
export function FilterRail({ dataset, filters, onChange }: Props) {
  return (
    <div className={styles.rail}>
      <SavedViews dataset={dataset} filters={filters} />
      <SearchBox value={filters.search} onChange={(search) => onChange({ search })} />
      {/* Of tables nobody labels samples: their columns are what is known of them. */}
      {dataset.num_rows === null && (
        <AnnotationFilters dataset={dataset} filters={filters} onChange={onChange} />
      )}
      <AttributeFilter dataset={dataset} filters={filters} onChange={onChange} />
      <TagFilter dataset={dataset} filters={filters} onChange={onChange} />
      <SuggestionFilter dataset={dataset} filters={filters} onChange={onChange} />
      <DisagreementFilter dataset={dataset} filters={filters} onChange={onChange} />
      <SourceFilter dataset={dataset} filters={filters} onChange={onChange} />
      {dataset.num_rows === null && (
        <LabellingFilter dataset={dataset} filters={filters} onChange={onChange} />
      )}
      <RangeFilter dataset={dataset} filters={filters} onChange={onChange} />
      <FindingFilter
        dataset={dataset}
        chosen={filters.finding}
        onChoose={(finding) => onChange({ finding })}
      />
      <AreaFilter dataset={dataset} filters={filters} onChange={onChange} />
      <VersionFilter dataset={dataset} filters={filters} onChange={onChange} />
      <AssignmentFilter dataset={dataset} filters={filters} onChange={onChange} />
    </div>
  );
}

/** By what people said of samples. */
function AnnotationFilters({ dataset, filters, onChange }: Props) {
  const { t } = useTranslation();
  const labels = useLabels(dataset.id);
  return (
    <>
      <section>
        <h3>{t("datasets.filters.state")}</h3>
        <FilterOption
          name={t("datasets.filters.all")}
          count={dataset.num_samples}
          isChosen={filters.state === null}
          onChoose={() => onChange({ state: null })}
        />
        <FilterOption
          name={t("datasets.filters.labelled")}
          count={dataset.num_labelled}
          isChosen={filters.state === "labelled"}
          onChoose={() => onChange({ state: "labelled" })}
        />
        <FilterOption
          name={t("datasets.unlabelled")}
          count={dataset.num_samples - dataset.num_labelled}
          isChosen={filters.state === "unlabelled"}
          onChoose={() => onChange({ state: "unlabelled", labels: [] })}
        />
        {(dataset.num_negative > 0 || filters.state === "negative") && (
          <FilterOption
            name={t("datasets.negative")}
            count={dataset.num_negative}
            isChosen={filters.state === "negative"}
            onChoose={() => onChange({ state: "negative", labels: [] })}
          />
        )}
      </section>
      <LabelFilter
        labels={labels.data ?? []}
        chosen={filters.labels}
        onChange={(chosen) =>
          onChange({
            labels: chosen,
            ...(chosen.length > 0 && filters.state !== "labelled" && { state: null }),
          })
        }
      />
    </>
  );
}

/** Waits until typing pauses, so that one word is one request. */
function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (typed === null || typed === value) return;
    const timer = setTimeout(() => {
      onChange(typed);
      setTyped(null);
    }, 250);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <Input.Search
      allowClear
      aria-label={t("datasets.filters.search")}
      placeholder={t("datasets.filters.search")}
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}

/** Only where a model has suggested something, or the address asks for it. */
function SuggestionFilter({ dataset, filters, onChange }: Props) {
  const { t } = useTranslation();
  const counts = useSuggestedCounts(dataset.id);
  if ((counts.data?.any ?? 0) === 0 && filters.suggested === null) return null;
  return (
    <section>
      <h3>{t("datasets.filters.suggested")}</h3>
      {SUGGESTED.filter((one) => one === "any" || one === filters.suggested).map((suggested) => (
        <FilterOption
          key={suggested}
          name={t(`datasets.filters.suggestedBy.${suggested}`)}
          count={counts.data?.[suggested]}
          isChosen={filters.suggested === suggested}
          onChoose={() =>
            onChange({ suggested: filters.suggested === suggested ? null : suggested })
          }
        />
      ))}
    </section>
  );
}

/** Only where the address asks for it: areas are drawn on the map. */
function AreaFilter({ dataset, filters, onChange }: Props) {
  const { t } = useTranslation();
  const count = useSampleCount(dataset.id, { ...NO_FILTERS, area: filters.area });
  if (filters.area === null) return null;
  return (
    <section>
      <h3>{t("map.title")}</h3>
      <FilterOption
        name={t("map.area")}
        count={count.data}
        isChosen
        onChoose={() => onChange({ area: null })}
      />
    </section>
  );
}

const NO_QUERIES: Partial<typeof SOURCE_QUERIES> = {};
const SOURCE_QUERIES = queriesOf(SOURCES, (source) => ({ source }));

function SourceFilter({ dataset, filters, onChange }: Props) {
  const { t } = useTranslation();
  const statistics = useStatistics(dataset.id);
  const annotations = statistics.data?.by_source;
  const shown = SOURCES.filter((source) => (annotations?.[source] ?? 0) > 0);
  const isShown = shown.length > 1 || filters.source !== null;
  const counts = useCounts(dataset.id, isShown ? SOURCE_QUERIES : NO_QUERIES);
  if (!isShown) return null;
  return (
    <section>
      <h3>{t("datasets.filters.source")}</h3>
      {SOURCES.map((source) => (
        <FilterOption
          key={source}
          name={t(`datasets.source.${source}`)}
          count={counts.data?.[source]}
          isChosen={filters.source === source}
          onChoose={() => onChange({ source: filters.source === source ? null : source })}
        />
      ))}
    </section>
  );
}

function VersionFilter({ dataset, filters, onChange }: Props) {
  const { t } = useTranslation();
  const versions = useVersions(dataset.id);
  const ready = versions.data?.filter((version) => version.state === "ready") ?? [];
  const { version } = filters;
  const isChosen = ready.some(({ id }) => id === version);
  const counts = useCounts(
    dataset.id,
    queriesOf(isChosen ? SPLITS : [], (split) => ({ version: version ?? "", split })),
  );
  if (ready.length === 0 && filters.version === null) return null;
  return (
    <section>
      <h3>{t("datasets.filters.version")}</h3>
      <Select
        allowClear
        className={styles.select}
        aria-label={t("datasets.filters.version")}
        placeholder={t("datasets.filters.anyVersion")}
        value={filters.version}
        onChange={(next: string | undefined) => onChange({ version: next ?? null, split: null })}
        options={ready.map(({ id, number, note }) => ({
          value: id,
          label: note === "" ? `v${number}` : `v${number} · ${note}`,
        }))}
      />
      {isChosen &&
        SPLITS.map((split) => (
          <FilterOption
            key={split}
            name={t(`datasets.split.${split}`)}
            count={counts.data?.[split]}
            isChosen={filters.split === split}
            onChoose={() => onChange({ split: filters.split === split ? null : split })}
          />
        ))}
    </section>
  );
}

function AssignmentFilter({ dataset, filters, onChange }: Props) {
  const { t } = useTranslation();
  const assignments = useProjectAssignments(dataset.project_id);
  const its = assignments.data?.filter((one) => one.dataset.id === dataset.id) ?? [];
  if (its.length === 0 && filters.assignment === null) return null;
  return (
    <section>
      <h3>{t("datasets.filters.assignment")}</h3>
      <Select
        allowClear
        className={styles.select}
        aria-label={t("datasets.filters.assignment")}
        placeholder={t("datasets.filters.anyAssignment")}
        loading={assignments.isPending}
        value={its.some(({ id }) => id === filters.assignment) ? filters.assignment : null}
        onChange={(assignment: string | undefined) => onChange({ assignment: assignment ?? null })}
        options={its.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </section>
  );
}
